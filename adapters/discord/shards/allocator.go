package shards

import (
	"context"
	"fmt"
	"log/slog"
	"strconv"
	"sync"
	"time"

	"othellobot/adapters/internal/exchange"
	"othellobot/lease"
)

// Term is that of the leases. Shards of a process that dies are taken by others when
// it has ended, and a process that cannot reach the leases stops serving after two
// thirds of it.
const Term = 10 * time.Second

const (
	renewEvery  = 2 * time.Second
	renewAgain  = 500 * time.Millisecond // after it has failed
	lookEvery   = time.Second            // at the leases
	expectEvery = 200 * time.Millisecond // while others give shards back
	noticeAfter = lookEvery + lookEvery/4
	mostTaken   = 32 // shards between two looks
	freeWithin  = 3 * time.Second
	freeAgain   = 100 * time.Millisecond
)

// Shard is one that this process serves.
type Shard struct {
	ID, Of int
	// Lease keeps what the next to serve the shard has to know.
	Lease *lease.Hold
}

// Config says what an allocator divides. All of it is required.
type Config struct {
	Keeper  *lease.Keeper // for leases of [Term]
	Prefix  string        // of the names of all leases of the bot
	Advised int           // how many shards there are to be if no other process says it
	// Serve serves a shard until ctx is done. Before it returns it has the lease keep
	// what the next one has to know. It runs in a goroutine of its own.
	Serve func(ctx context.Context, s Shard)
	Log   *slog.Logger
}

// Allocator serves the fair share of a process. Its methods may be called
// concurrently, but [Allocator.Run] only once.
type Allocator struct {
	Config
	member *lease.Hold // nil: not one

	mu      sync.Mutex // guards what follows; never held while anything waits
	of      int        // 0: not known yet
	serving map[int]*service
	running sync.WaitGroup

	silent       bool // the leases were out of reach
	told, shared int  // the share and the number of members that were logged
}

// service is a shard that is served.
type service struct {
	stop   context.CancelFunc
	leaves bool
}

// New makes an allocator.
func New(c Config) *Allocator { return &Allocator{Config: c, serving: make(map[int]*service)} }

// Run serves shards until ctx is done, and then gives them back. It returns when all
// are given back.
func (a *Allocator) Run(ctx context.Context) {
	alive, end := context.WithCancel(context.WithoutCancel(ctx))
	var renewing sync.WaitGroup
	renewing.Go(func() { a.renew(alive) })
	defer renewing.Wait()
	defer end()
	for ctx.Err() == nil {
		wait, err := a.round(alive)
		a.reach(ctx, err)
		select {
		case <-time.After(wait):
		case <-ctx.Done():
		}
	}
	a.leave(alive)
}

// State tells how many shards this process serves and how many there are in all, 0
// before it is a member.
func (a *Allocator) State() (held, of int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, s := range a.serving {
		if !s.leaves {
			held++
		}
	}
	return held, a.of
}

// renew keeps the leases until ctx is done.
func (a *Allocator) renew(ctx context.Context) {
	for wait := renewEvery; ; {
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return
		}
		wait = renewEvery
		if a.Keeper.Renew(ctx) != nil { // the next look fails, too, and tells
			wait = renewAgain
		}
	}
}

// reach logs when the leases get out of reach, and when they are within reach again.
func (a *Allocator) reach(ctx context.Context, err error) {
	switch {
	case err != nil && !a.silent:
		a.Log.WarnContext(ctx, "the leases of shards are out of reach", "error", err)
	case err == nil && a.silent:
		a.Log.InfoContext(ctx, "the leases of shards are within reach again")
	}
	a.silent = err != nil
}

// round looks at the leases and does what follows from them, and says when to look
// again.
func (a *Allocator) round(ctx context.Context) (wait time.Duration, err error) {
	rows, err := a.Keeper.Store.Look(ctx, a.Prefix)
	if err != nil {
		return lookEvery, fmt.Errorf("look: %w", err)
	}
	v := viewOf(a.Prefix, rows)
	if a.member == nil || !a.member.Usable() {
		return expectEvery, a.join(ctx, v)
	}
	if a.count() == 0 {
		return expectEvery, a.agree(ctx, v)
	}
	return a.balance(ctx, v)
}

func (a *Allocator) count() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.of
}

// join makes the process a member, unless another was faster. One that was a member
// before has to agree anew on how many shards there are.
func (a *Allocator) join(ctx context.Context, v view) error {
	a.mu.Lock()
	if a.of > 0 {
		a.Advised, a.of = a.of, 0
	}
	a.mu.Unlock()
	member, _, err := a.Keeper.Take(ctx, a.Prefix+memberName+strconv.Itoa(v.freeSlot()))
	if err != nil {
		return fmt.Errorf("join: %w", err)
	}
	a.member = member
	return nil
}

// agree finds out how many shards there are, and tells the others.
func (a *Allocator) agree(ctx context.Context, v view) error {
	of := v.count(a.Keeper.Holder, a.Advised)
	if of == 0 {
		return nil
	}
	said := saying(a.member.Version(), of)
	a.member.Keep(said)
	if err := a.Keeper.Renew(ctx); err != nil || a.member.Kept() != said {
		return err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.of = of
	return nil
}

// balance takes the shards that are missing from a fair share, or gives back what is
// too much.
func (a *Allocator) balance(ctx context.Context, v view) (wait time.Duration, err error) {
	mine, of := a.State()
	p := v.planOf(a.Keeper.Holder, mine, of)
	if p.share != a.told || len(v.members) != a.shared {
		a.told, a.shared = p.share, len(v.members)
		a.Log.InfoContext(ctx, "shards are shared", "share", p.share, "shards", of, "processes", len(v.members))
	}
	a.give(p.give)
	some := p.take[:min(len(p.take), mostTaken)]
	for _, id := range some {
		hold, _, err := a.Keeper.Take(ctx, a.Prefix+shardName+strconv.Itoa(id))
		if err != nil {
			return lookEvery, fmt.Errorf("take: %w", err)
		}
		if hold != nil {
			a.serve(ctx, Shard{ID: id, Of: of, Lease: hold})
		}
	}
	switch {
	case len(some) < len(p.take):
		return 0, nil
	case len(some) > 0 || p.expects:
		return expectEvery, nil
	default:
		return lookEvery, nil
	}
}

// give gives so many shards back, of those with the highest numbers.
func (a *Allocator) give(n int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for id := a.of - 1; id >= 0 && n > 0; id-- {
		if s := a.serving[id]; s != nil && !s.leaves {
			s.leaves = true
			s.stop()
			n--
		}
	}
}

// serve begins to serve a shard, for as long as its lease may be used.
func (a *Allocator) serve(ctx context.Context, shard Shard) {
	serving, stop := context.WithCancel(ctx)
	a.mu.Lock()
	defer a.mu.Unlock()
	s := &service{stop: stop}
	if a.serving[shard.ID] != nil { // the lease was lost, and what was begun under it has not ended
		stop()
		a.running.Go(func() { a.free(ctx, shard.Lease) })
		return
	}
	a.serving[shard.ID] = s
	a.running.Go(func() {
		select {
		case <-shard.Lease.Done():
			stop()
		case <-serving.Done():
		}
	})
	a.running.Go(func() {
		a.Serve(serving, shard)
		stop()
		a.free(ctx, shard.Lease)
		a.mu.Lock()
		defer a.mu.Unlock()
		delete(a.serving, shard.ID)
	})
}

// free gives a shard back. If that fails, others take it when its term has ended.
func (a *Allocator) free(ctx context.Context, hold *lease.Hold) {
	ctx, cancel := context.WithTimeout(ctx, freeWithin)
	defer cancel()
	_ = exchange.Retry{First: freeAgain, Longest: freeWithin}.Do(ctx, func() error { return hold.Free(ctx, 0) })
}

// leave lets the others know first, so that they look out for the shards that are
// given back then.
func (a *Allocator) leave(ctx context.Context) {
	if a.member != nil {
		rows, err := a.Keeper.Store.Look(ctx, a.Prefix)
		a.free(ctx, a.member)
		if err == nil && len(viewOf(a.Prefix, rows).members) > 1 {
			time.Sleep(noticeAfter)
		}
	}
	a.mu.Lock()
	for _, s := range a.serving {
		s.leaves = true
		s.stop()
	}
	a.mu.Unlock()
	a.running.Wait()
}
