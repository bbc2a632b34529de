package gateway

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"math/rand/v2"
	"strconv"
	"sync"
	"time"

	"othellobot/adapters/discord/shards"
	"othellobot/adapters/internal/exchange"
	"othellobot/lease"
)

// Shared configures how processes share the shards of a bot. All fields except Lost are
// required.
type Shared struct {
	Leases  lease.Store          // used by all the processes; each call must have its own timeout
	Holder  string               // names this process and no other
	Elapsed func() time.Duration // returns the time passed, including time when the machine was suspended
	Lost    func()               // called when the lease of a shard ends before it was given back; may be nil
}

// share calls refused if Discord refuses the bot.
func (g *Gateway) share(ctx context.Context, refused func(error), info Info) {
	prefix := leasePrefix(g.config.Token)
	g.budget.shared = true
	g.permits = &permits{keeper: g.keeper(permitTerm, nil), prefix: prefix, buckets: info.MaxConcurrency}
	defer g.permits.freeing.Wait()
	allocator := shards.New(shards.Config{
		Keeper: g.keeper(shards.Term, g.config.Shared.Lost), Prefix: prefix, Recommended: info.Shards, Log: g.config.Log,
		Serve: func(ctx context.Context, served shards.Shard) {
			g.serveShard(ctx, refused, served.ID, Info{URL: info.URL, Shards: served.Of}, served.Lease)
		},
	})
	g.shared.Store(allocator)
	allocator.Run(ctx)
}

func (g *Gateway) keeper(term time.Duration, lost func()) *lease.Keeper {
	return &lease.Keeper{Store: g.config.Shared.Leases, Holder: g.config.Shared.Holder, Term: term, Elapsed: g.config.Shared.Elapsed, Lost: lost}
}

func leasePrefix(token string) string {
	sum := sha256.Sum256([]byte(token))
	return "gateway/" + hex.EncodeToString(sum[:6]) + "/"
}

// sessionOf returns the session stored in a lease, or a zero session if no session can be resumed with it.
func sessionOf(data string, of int, home string) session {
	kept := session{home: home}
	if json.Unmarshal([]byte(data), &kept) != nil || kept.Of != of || kept.Sequence < 0 || websocketScheme(kept.URL) != websocketScheme(home) {
		return session{}
	}
	return kept
}

// saveSession stores the session with the lease's next renewal. The next holder receives later events
// again, and the bot recognizes repeated interactions by their delivery id.
func (s *shard) saveSession() {
	if s.lease == nil {
		return
	}
	kept := ""
	if s.session.ID != "" {
		text, _ := json.Marshal(s.session) // cannot fail: strings and numbers only
		kept = string(text)
	}
	s.lease.SetData(kept)
}

// ackSequence returns the number of the last event that need not be sent again: with a lease the last
// stored one, because another process may have to resume.
func (s *shard) ackSequence() int64 {
	if s.lease == nil {
		return s.session.Sequence
	}
	if kept := sessionOf(s.lease.StoredData(), s.of, s.session.home); kept.ID == s.session.ID {
		return kept.Sequence
	}
	return 0
}

func (s *shard) usable() bool { return s.lease == nil || s.lease.Usable() }

// A permit may be used in the first two thirds of permitTerm, long before the next holder can identify.
const permitTerm = 3 * identifyEvery

const (
	askPermitEvery = time.Second // longest wait between requests while another process identifies
	spreadPermits  = 50 * time.Millisecond
)

// permits makes processes identify one after the other: each bucket of shards has a lease, which becomes
// free identifyEvery after the last identify.
type permits struct {
	keeper  *lease.Keeper
	prefix  string // begins the names of the leases
	buckets int

	freeing sync.WaitGroup
}

// take returns nil if p is nil. Only one shard of this process may wait per bucket.
func (p *permits) take(ctx context.Context, shard int) (permit *lease.Hold, err error) {
	if p == nil {
		return nil, nil
	}
	name := p.prefix + "bucket/" + strconv.Itoa(shard%p.buckets)
	for {
		permit, row, err := p.keeper.Take(ctx, name)
		if permit != nil {
			return permit, nil
		}
		wait := askPermitEvery
		if err == nil && (row.Holder == "" || row.Left < wait) {
			wait = row.Left
		}
		if err := exchange.Sleep(ctx, wait+rand.N(spreadPermits)); err != nil {
			return nil, err
		}
	}
}

// free gives a permit back in the background. Another process can take it after pause, or if free fails,
// after its term.
func (p *permits) free(ctx context.Context, permit *lease.Hold, pause time.Duration) {
	if permit != nil {
		p.freeing.Go(func() { _ = permit.Free(context.WithoutCancel(ctx), pause) })
	}
}

// identifyEvery is 5 seconds plus a margin, in case the network delays one identify more than the next:
// https://discord.com/developers/docs/events/gateway#rate-limiting.
const identifyEvery = 5*time.Second + 250*time.Millisecond

// turns holds, for each bucket of shards, the earliest time of the next identify.
type turns []chan time.Time

func newTurns(maxConcurrency int) turns {
	t := make(turns, maxConcurrency)
	for i := range t {
		t[i] = make(chan time.Time, 1)
		t[i] <- time.Time{}
	}
	return t
}

func (t turns) take(ctx context.Context, shard int) error {
	select {
	case at := <-t[shard%len(t)]:
		return exchange.Sleep(ctx, time.Until(at))
	case <-ctx.Done():
		return ctx.Err()
	}
}
