package gateway

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"sync"
	"time"

	"othellobot/adapters/discord/shards"
	"othellobot/lease"
)

// Shared says how processes share the shards of a bot. All of it but Lost is required.
type Shared struct {
	Leases lease.Store          // that all of them use; each call ends in its own time
	Holder string               // names this process, and no other one
	Ran    func() time.Duration // how much time has passed, also while the machine was suspended
	Lost   func()               // is told of each lease that ended before it was given back; nil: nobody is
}

// share serves this process's share of the shards until ctx is done or Discord refuses.
func (g *Gateway) share(ctx context.Context, info Info) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	prefix := leasePrefix(g.config.Token)
	g.budget.shared = true
	g.permits = &permits{keeper: g.keeper(permitTerm, nil), prefix: prefix, buckets: info.MaxConcurrency}
	defer g.permits.freeing.Wait()
	var once sync.Once
	var refused error
	allocator := shards.New(shards.Config{
		Keeper: g.keeper(shards.Term, g.config.Shared.Lost), Prefix: prefix, Advised: info.Shards, Log: g.config.Log,
		Serve: func(ctx context.Context, served shards.Shard) {
			if err := g.serve(ctx, served, info.URL); err != nil {
				once.Do(func() { refused = err })
				cancel()
			}
		},
	})
	g.shared.Store(allocator)
	allocator.Run(ctx)
	if refused != nil {
		g.missing.Store(1)
		g.shared.Store(nil)
	}
	return refused
}

func (g *Gateway) keeper(term time.Duration, lost func()) *lease.Keeper {
	return &lease.Keeper{Store: g.config.Shared.Leases, Holder: g.config.Shared.Holder, Term: term, Ran: g.config.Shared.Ran, Lost: lost}
}

// serve keeps a shard connected, and goes on where another process has ended.
func (g *Gateway) serve(ctx context.Context, served shards.Shard, home string) error {
	s := &shard{
		Gateway: g, id: served.ID, of: served.Of, log: g.config.Log.With("shard", served.ID),
		lease: served.Lease, session: sessionOf(served.Lease.Kept(), served.Of, home),
	}
	return s.run(ctx)
}

// leasePrefix begins the names of the leases of a bot. The token cannot be found out
// from it.
func leasePrefix(token string) string {
	sum := sha256.Sum256([]byte(token))
	return "gateway/" + hex.EncodeToString(sum[:6]) + "/"
}

// keptSession is the session of a shard, as its lease keeps it.
type keptSession struct {
	ID       string `json:"id"`
	URL      string `json:"url"`
	Sequence int64  `json:"seq"`
	Of       int    `json:"of"`
}

// sessionOf gives the session that another process has left, and one without an id if
// it cannot be resumed. It must be at an address as safe as the gateway's own.
func sessionOf(data string, of int, home string) session {
	var kept keptSession
	if json.Unmarshal([]byte(data), &kept) != nil || kept.Of != of || kept.Sequence < 0 || websocketScheme(kept.URL) != websocketScheme(home) {
		return session{}
	}
	return session{id: kept.ID, url: kept.URL, home: home, sequence: kept.Sequence}
}

// keep has the lease keep the session. What was received since the lease was renewed
// last is sent again to the next holder if this process dies: what is too old by then
// is left, and what was done already is known by its delivery.
func (s *shard) keep() {
	if s.lease == nil {
		return
	}
	kept := ""
	if s.session.id != "" {
		text, _ := json.Marshal(keptSession{s.session.id, s.session.url, s.session.sequence, s.of}) // texts and numbers only
		kept = string(text)
	}
	s.lease.Keep(kept)
}

// processed is the last event that Discord need not send again. Where another process
// may have to resume, that is the last one of which the lease surely tells.
func (s *shard) processed() int64 {
	if s.lease == nil {
		return s.session.sequence
	}
	if kept := sessionOf(s.lease.Kept(), s.of, s.session.home); kept.id == s.session.id {
		return kept.sequence
	}
	return 0
}

// usable reports whether the shard is surely this process's.
func (s *shard) usable() bool { return s.lease == nil || s.lease.Usable() }
