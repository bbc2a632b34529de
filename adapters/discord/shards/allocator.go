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

// Term is the term of all leases. After it, other processes take the shards of a dead process. A
// process that cannot reach the leases stops serving after two thirds of Term.
const Term = 10 * time.Second

const (
	renewEvery  = 2 * time.Second
	renewAgain  = 500 * time.Millisecond // wait after a failed renewal
	lookEvery   = time.Second            // pause between looks at the leases
	expectEvery = 200 * time.Millisecond // pause between looks while shards change hands
	noticeAfter = lookEvery + lookEvery/4
	freeWithin  = 3 * time.Second
	freeAgain   = 100 * time.Millisecond
)

// Shard is a shard that this process serves.
type Shard struct {
	ID, Of int
	Lease  *lease.Hold // keeps data for the next holder
}

// Config configures an [Allocator]. All fields are required.
type Config struct {
	Keeper      *lease.Keeper // holds leases of [Term]
	Prefix      string        // begins the names of all leases of the bot
	Recommended int           // number of shards in all, unless other processes have agreed on another number
	// Serve serves a shard until ctx is done, in its own goroutine. Before it returns, it must
	// call Lease.SetData with the data that the next holder needs.
	Serve func(ctx context.Context, s Shard)
	Log   *slog.Logger
}

// Allocator serves this process's fair share of the shards. Its methods may be called
// concurrently, but [Allocator.Run] only once.
type Allocator struct {
	Config
	member *lease.Hold // nil if the process is not a member

	mu      sync.Mutex // guards of, serving and each service; not held during calls of the store
	of      int        // number of shards in all; 0 if not yet known
	serving map[int]*service
	running sync.WaitGroup

	unreachable                bool // the last look at the leases failed
	loggedShare, loggedMembers int
}

type service struct {
	stop    context.CancelFunc
	leaving bool
}

// New returns an allocator. It does nothing before [Allocator.Run].
func New(c Config) *Allocator { return &Allocator{Config: c, serving: make(map[int]*service)} }

// Run serves shards until ctx is done. It returns after it has given them all back.
func (a *Allocator) Run(ctx context.Context) {
	alive, end := context.WithCancel(context.WithoutCancel(ctx))
	var renewing sync.WaitGroup
	renewing.Go(func() { a.renew(alive) })
	defer renewing.Wait()
	defer end()
	for ctx.Err() == nil {
		wait, err := a.round(alive)
		a.logReach(ctx, err)
		_ = exchange.Sleep(ctx, wait)
	}
	a.leave(alive)
}

// State returns the number of shards that this process serves, and the number of all shards. The
// second is 0 until the members have agreed on it.
func (a *Allocator) State() (held, of int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, s := range a.serving {
		if !s.leaving {
			held++
		}
	}
	return held, a.of
}

func (a *Allocator) renew(ctx context.Context) {
	for wait := renewEvery; exchange.Sleep(ctx, wait) == nil; {
		wait = renewEvery
		if a.Keeper.Renew(ctx) != nil { // not logged: the next look fails too, and logs
			wait = renewAgain
		}
	}
}

func (a *Allocator) logReach(ctx context.Context, err error) {
	switch {
	case err != nil && !a.unreachable:
		a.Log.WarnContext(ctx, "the leases of shards are out of reach", "error", err)
	case err == nil && a.unreachable:
		a.Log.InfoContext(ctx, "the leases of shards are within reach again")
	}
	a.unreachable = err != nil
}

func (a *Allocator) round(ctx context.Context) (wait time.Duration, err error) {
	rows, err := a.Keeper.Store.List(ctx, a.Prefix)
	if err != nil {
		return lookEvery, fmt.Errorf("look: %w", err)
	}
	v := viewOf(a.Prefix, rows)
	if a.member == nil || !a.member.Usable() {
		return expectEvery, a.join(ctx, v)
	}
	if _, of := a.State(); of == 0 {
		return expectEvery, a.agree(ctx, v)
	}
	return a.balance(ctx, v)
}

// join makes the process a member. A former member must agree on the number of shards again.
func (a *Allocator) join(ctx context.Context, v view) error {
	a.mu.Lock()
	if a.of > 0 {
		a.Recommended, a.of = a.of, 0
	}
	a.mu.Unlock()
	member, _, err := a.Keeper.Take(ctx, a.Prefix+memberName+strconv.Itoa(v.freeSlot()))
	if err != nil {
		return fmt.Errorf("join: %w", err)
	}
	a.member = member
	return nil
}

func (a *Allocator) agree(ctx context.Context, v view) error {
	of := v.count(a.Keeper.Holder, a.Recommended)
	if of == 0 {
		return nil
	}
	said := formatCount(a.member.Version(), of)
	a.member.SetData(said)
	if err := a.Keeper.Renew(ctx); err != nil || a.member.StoredData() != said {
		return err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.of = of
	return nil
}

// balance takes shards that the process lacks, or gives back those beyond its fair share.
func (a *Allocator) balance(ctx context.Context, v view) (wait time.Duration, err error) {
	mine, of := a.State()
	p := v.planOf(a.Keeper.Holder, mine, of)
	if p.share != a.loggedShare || len(v.members) != a.loggedMembers {
		a.loggedShare, a.loggedMembers = p.share, len(v.members)
		a.Log.InfoContext(ctx, "shards are shared", "share", p.share, "shards", of, "processes", len(v.members))
	}
	a.give(p.give)
	for _, id := range p.take {
		hold, _, err := a.Keeper.Take(ctx, a.Prefix+shardName+strconv.Itoa(id))
		if err != nil {
			return lookEvery, fmt.Errorf("take: %w", err)
		}
		if hold != nil {
			a.serve(ctx, Shard{ID: id, Of: of, Lease: hold})
		}
	}
	if len(p.take) > 0 || p.expects {
		return expectEvery, nil
	}
	return lookEvery, nil
}

func (a *Allocator) give(n int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for id := a.of - 1; id >= 0 && n > 0; id-- {
		if s := a.serving[id]; s != nil && !s.leaving {
			s.leaving = true
			s.stop()
			n--
		}
	}
}

func (a *Allocator) serve(ctx context.Context, shard Shard) {
	serving, stop := context.WithCancel(ctx)
	a.mu.Lock()
	defer a.mu.Unlock()
	s := &service{stop: stop}
	if a.serving[shard.ID] != nil { // the shard is still being served under a former lease, which was lost
		stop()
		a.running.Go(func() { a.freeLease(ctx, shard.Lease) })
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
		a.freeLease(ctx, shard.Lease)
		a.mu.Lock()
		defer a.mu.Unlock()
		delete(a.serving, shard.ID)
	})
}

func (a *Allocator) freeLease(ctx context.Context, hold *lease.Hold) {
	ctx, cancel := context.WithTimeout(ctx, freeWithin)
	defer cancel()
	_ = exchange.Retry{First: freeAgain, Longest: freeWithin}.Do(ctx, func() error { return hold.Free(ctx, 0) })
}

// leave first ends the membership, so that other members look for free shards sooner.
func (a *Allocator) leave(ctx context.Context) {
	if a.member != nil {
		rows, err := a.Keeper.Store.List(ctx, a.Prefix)
		a.freeLease(ctx, a.member)
		if err == nil && len(viewOf(a.Prefix, rows).members) > 1 {
			time.Sleep(noticeAfter)
		}
	}
	a.mu.Lock()
	for _, s := range a.serving {
		s.leaving = true
		s.stop()
	}
	a.mu.Unlock()
	a.running.Wait()
}
