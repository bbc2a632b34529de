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

// Shared configures how processes share the shards of a bot. All fields except Lost are
// required.
type Shared struct {
	Leases lease.Store          // used by all the processes; each call must have its own timeout
	Holder string               // names this process and no other
	Ran    func() time.Duration // returns the time passed, including time when the machine was suspended
	Lost   func()               // called when the lease of a shard ends before it was given back; may be nil
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

// serve keeps a shard connected. It continues the session of the last holder if it can.
func (g *Gateway) serve(ctx context.Context, served shards.Shard, home string) error {
	s := &shard{
		Gateway: g, id: served.ID, of: served.Of, log: g.config.Log.With("shard", served.ID),
		lease: served.Lease, session: sessionOf(served.Lease.Kept(), served.Of, home),
	}
	return s.run(ctx)
}

// leasePrefix returns the prefix of a bot's lease names. It does not reveal the token.
func leasePrefix(token string) string {
	sum := sha256.Sum256([]byte(token))
	return "gateway/" + hex.EncodeToString(sum[:6]) + "/"
}

// keptSession is a session as stored in the lease of its shard.
type keptSession struct {
	ID       string `json:"id"`
	URL      string `json:"url"`
	Sequence int64  `json:"seq"`
	Of       int    `json:"of"`
}

// sessionOf returns the session that another process has left. If it cannot be resumed, or its
// address is less safe than home, the session has no id.
func sessionOf(data string, of int, home string) session {
	var kept keptSession
	if json.Unmarshal([]byte(data), &kept) != nil || kept.Of != of || kept.Sequence < 0 || websocketScheme(kept.URL) != websocketScheme(home) {
		return session{}
	}
	return session{id: kept.ID, url: kept.URL, home: home, sequence: kept.Sequence}
}

// keep stores the session in the shard's lease with its next renewal. If this process dies,
// Discord sends the events since the last renewal again to the next holder. The holder drops
// outdated events, and recognizes handled ones by their delivery.
func (s *shard) keep() {
	if s.lease == nil {
		return
	}
	kept := ""
	if s.session.id != "" {
		text, _ := json.Marshal(keptSession{s.session.id, s.session.url, s.session.sequence, s.of}) // cannot fail: strings and numbers only
		kept = string(text)
	}
	s.lease.Keep(kept)
}

// processed returns the number of the last event that Discord need not send again. With a
// lease, another process may have to resume, so this is the last event that is stored.
func (s *shard) processed() int64 {
	if s.lease == nil {
		return s.session.sequence
	}
	if kept := sessionOf(s.lease.Kept(), s.of, s.session.home); kept.id == s.session.id {
		return kept.sequence
	}
	return 0
}

// usable reports whether this process certainly still holds the shard.
func (s *shard) usable() bool { return s.lease == nil || s.lease.Usable() }
