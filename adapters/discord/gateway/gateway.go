package gateway

import (
	"context"
	"crypto/x509"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"othellobot/adapters/discord/shards"
	"othellobot/adapters/internal/exchange"
	"othellobot/internal/survived"
	"othellobot/lease"
)

// Info is Discord's answer to a bot that is about to connect:
// https://discord.com/developers/docs/events/gateway#get-gateway-bot.
type Info struct {
	URL            string // the gateway's address, wss or ws
	Shards         int    // number of shards to connect
	MaxConcurrency int    // number of shards that may identify within 5 seconds
	Remaining      int    // number of identifies allowed until ResetAfter has passed
	ResetAfter     time.Duration
}

// Config configures a [Gateway]. Token, Info, Interaction and Log are required.
type Config struct {
	Token  string  // the bot's token, without "Bot "
	Shared *Shared // set if processes share the shards; nil if this process serves all

	// Info asks Discord how to connect. Run calls it again before an identify if the last answer
	// is old. An error that wraps [ErrUnauthorized] ends Run; after any other error, Run tries
	// again.
	Info func(context.Context) (Info, error)

	// Interaction receives the data of an INTERACTION_CREATE, byte for byte, and may keep it. It
	// may panic, but must not block, because further events wait for it. Interactions that a
	// shard missed arrive when it resumes, unless they are 3 seconds old by then.
	Interaction func(raw []byte)

	Reconnecting func()           // called before a shard connects again; may be nil
	Network      exchange.Network // the zero value uses the defaults
	Log          *slog.Logger
}

// Gateway holds the connections of a bot. Its methods may be called concurrently, but
// [Gateway.Run] only once.
type Gateway struct {
	config  Config
	roots   *x509.CertPool // trusted authorities; nil means those of the system
	budget  *budget
	turns   turns
	permits *permits // nil if this process serves all shards
	shared  atomic.Pointer[shards.Allocator]

	missing   atomic.Int64 // number of shards that have never been READY; ignored while shards are shared
	connected atomic.Int64 // number of shards that are READY
	of        atomic.Int64 // number of all shards; unused if shards are shared
}

// New returns a gateway. It connects when [Gateway.Run] is called.
func New(c Config) *Gateway {
	c.Network = c.Network.Usual()
	if c.Reconnecting == nil {
		c.Reconnecting = func() {}
	}
	g := &Gateway{config: c, budget: newBudget(c.Info, c.Log)}
	g.missing.Store(1) // not ready until Run knows the number of shards
	return g
}

// Run connects the shards of this process and keeps them connected. It returns nil when ctx is done, and a
// [*RefusedError] when Discord refuses permanently.
func (g *Gateway) Run(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	info, err := g.firstInfo(ctx)
	switch {
	case ctx.Err() != nil:
		return nil
	case err != nil:
		return err
	}
	g.turns = newTurns(info.MaxConcurrency)
	if g.config.Shared != nil {
		g.share(ctx, cancel, info)
	} else {
		g.missing.Store(int64(info.Shards))
		g.of.Store(int64(info.Shards))
		var running sync.WaitGroup
		for id := range info.Shards {
			running.Go(func() { g.serveShard(ctx, cancel, id, info, nil) })
		}
		running.Wait()
	}
	if err := context.Cause(ctx); isRefused(err) {
		g.missing.Store(1)
		g.shared.Store(nil)
		return err
	}
	return nil
}

// serveShard serves a shard, and continues the session of its last holder if it can. It calls refused if
// Discord refuses the bot.
func (g *Gateway) serveShard(ctx context.Context, refused func(error), id int, info Info, held *lease.Hold) {
	s := &shard{Gateway: g, id: id, of: info.Shards, log: g.config.Log.With("shard", id), lease: held}
	if held != nil {
		s.session = sessionOf(held.StoredData(), s.of, info.URL)
	}
	if err := s.run(ctx); err != nil {
		refused(err)
	}
}

// Ready reports whether every shard has been READY at least once since Run began, and Discord has not refused
// the bot. If processes share the shards, Ready reports whether any shard of this process is READY or,
// once the number of shards is known, the process holds none.
func (g *Gateway) Ready() bool {
	if g.shared.Load() == nil {
		return g.missing.Load() == 0
	}
	held, connected, of := g.State()
	return of > 0 && (connected > 0 || held == 0)
}

// State returns how many shards this process holds, how many of them are READY, and how many there are
// in all. The last number is 0 until it is known.
func (g *Gateway) State() (held, connected, of int) {
	if shared := g.shared.Load(); shared != nil {
		held, of = shared.State()
		return held, int(g.connected.Load()), of
	}
	of = int(g.of.Load())
	return of, int(g.connected.Load()), of
}

func (g *Gateway) hand(raw []byte) {
	defer func() {
		if value := recover(); value != nil {
			g.config.Log.Error("recovered from a panic in an interaction", survived.Panic(value))
		}
	}()
	g.config.Interaction(raw)
}

func (g *Gateway) firstInfo(ctx context.Context) (info Info, err error) {
	retry := exchange.Retry{
		First: firstPause, Longest: longestIdentify,
		Temporary: func(err error) (time.Duration, bool) { return 0, !isRefused(err) },
		BeforePause: func(err error, wait time.Duration) {
			g.config.Log.WarnContext(ctx, "gateway unknown", "reason", reason(err), "wait", wait)
		},
	}
	err = retry.Do(ctx, func() error {
		info, err = g.budget.refreshed(ctx)
		return err
	})
	return info, err
}
