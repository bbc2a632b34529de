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
)

// Info is Discord's advice to a connecting bot:
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
	Token string // the bot's token, without "Bot "
	// Shared makes this process share the shards with others. The first process takes the
	// number of shards from Info. If Shared is nil, this process serves all shards.
	Shared *Shared

	// Info asks Discord. It is called before the first connection, and again before later ones
	// when the last answer is old. An error that wraps [ErrUnauthorized] ends Run; after any
	// other, Run tries again.
	Info func(context.Context) (Info, error)

	// Interaction receives the data of an INTERACTION_CREATE, byte for byte, and may keep it.
	// Interactions missed while a shard was not connected come after a resume, if they are less
	// than 3 seconds old. It may panic. It must not block, because further events wait for it.
	Interaction func(raw []byte)

	// Reconnecting is called before a shard connects again, in the shard's goroutine. It may be
	// nil.
	Reconnecting func()

	Network exchange.Network // connects to the gateway; the zero value uses the defaults
	Log     *slog.Logger
}

// Gateway holds the connections of a bot. Its methods may be called concurrently, but
// [Gateway.Run] only once.
type Gateway struct {
	config  Config
	roots   *x509.CertPool // trusted authorities; nil means those of the system
	budget  *budget
	turns   turns
	permits *permits // nil if no other process identifies
	shared  atomic.Pointer[shards.Allocator]

	missing   atomic.Int64 // shards that have never been READY, unless shards are shared
	connected atomic.Int64 // shards that are READY
	of        atomic.Int64 // all shards; unused if shards are shared
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

// Run connects all shards and keeps them connected. It returns nil when ctx is done, and a
// [*RefusedError] when Discord refuses permanently.
func (g *Gateway) Run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()

	info, err := g.firstInfo(ctx)
	if err != nil {
		return endOf(ctx, err)
	}
	g.turns = newTurns(info.MaxConcurrency)
	if g.config.Shared != nil {
		return g.share(ctx, info)
	}
	g.missing.Store(int64(info.Shards))
	g.of.Store(int64(info.Shards))

	var running sync.WaitGroup
	var once sync.Once
	var refused error
	for id := range info.Shards {
		running.Go(func() {
			s := &shard{Gateway: g, id: id, of: info.Shards, log: g.config.Log.With("shard", id)}
			if err := s.run(ctx); err != nil {
				once.Do(func() { refused = err })
				cancel()
			}
		})
	}
	running.Wait()
	if refused != nil {
		g.missing.Store(int64(info.Shards))
	}
	return refused
}

// Ready reports whether every shard has been READY at least once since Run began, and Discord
// has not refused the bot. If shards are shared, it reports whether any shard of this process
// is READY, or the process has no shard and waits in reserve.
func (g *Gateway) Ready() bool {
	if g.shared.Load() == nil {
		return g.missing.Load() == 0
	}
	held, connected, of := g.State()
	return of > 0 && (connected > 0 || held == 0)
}

// State returns how many shards this process holds, how many of them are READY, and how many
// there are in all processes. The last is 0 until it is known.
func (g *Gateway) State() (held, connected, of int) {
	if shared := g.shared.Load(); shared != nil {
		held, of = shared.State()
		return held, int(g.connected.Load()), of
	}
	of = int(g.of.Load())
	return of, int(g.connected.Load()), of
}

// hand passes an interaction on and survives a panic.
func (g *Gateway) hand(raw []byte) {
	defer func() {
		if value := recover(); value != nil {
			g.config.Log.Error("a panic in an interaction was survived", survived.Panic(value))
		}
	}()
	g.config.Interaction(raw)
}

// firstInfo asks Discord until it answers or refuses. It must be called before any shard runs.
func (g *Gateway) firstInfo(ctx context.Context) (info Info, err error) {
	retry := exchange.Retry{
		First: firstPause, Longest: longestIdentify,
		Passes: func(err error) (time.Duration, bool) { return 0, !isRefused(err) },
		Waits: func(err error, wait time.Duration) {
			g.config.Log.WarnContext(ctx, "gateway unknown", "reason", reason(err), "wait", wait)
		},
	}
	err = retry.Do(ctx, func() error {
		info, err = g.budget.refreshed(ctx)
		return err
	})
	return info, err
}

// endOf returns the result of Run for err: nil if the caller ended it.
func endOf(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}
