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

// Info holds Discord's advice to those who connect:
// https://discord.com/developers/docs/events/gateway#get-gateway-bot.
type Info struct {
	URL            string // of the gateway, wss or ws
	Shards         int    // how many to connect
	MaxConcurrency int    // how many shards may identify within 5 seconds
	Remaining      int    // how many may identify until ResetAfter has passed
	ResetAfter     time.Duration
}

// Config says what a gateway connects. Token, Info, Interaction and Log are
// required.
type Config struct {
	Token string // of the bot, without "Bot "
	// Shared has processes share the shards that Info recommends to the first of them;
	// nil: the shards are this process's alone.
	Shared *Shared

	// Info asks Discord. It is called before the first connection, and again
	// before later ones when the answer is old. An error that is
	// [ErrUnauthorized] ends Run, any other is followed by another try.
	Info func(context.Context) (Info, error)

	// Interaction gets what an INTERACTION_CREATE carries, byte for byte, and may
	// keep it. What was missed while a shard was not connected comes after a resume,
	// if it is less than 3 seconds old. It may panic, and must not wait: what comes next waits for it.
	Interaction func(raw []byte)

	// Reconnecting is called before a shard connects again, in its goroutine; nil
	// for nothing to be done.
	Reconnecting func()

	Network exchange.Network // leads to the gateway; the zero value is the usual one
	Log     *slog.Logger
}

// Gateway holds the connections of a bot. Its methods may be called
// concurrently, but [Gateway.Run] only once.
type Gateway struct {
	config  Config
	roots   *x509.CertPool // whom to trust; nil for the system's choice
	budget  *budget
	turns   turns
	permits *permits // nil: no other process identifies
	shared  atomic.Pointer[shards.Allocator]

	missing   atomic.Int64 // shards that have never been READY, unless they are shared
	connected atomic.Int64 // shards that are READY
	of        atomic.Int64 // all shards, which are this process's, unless they are shared
}

// New makes a gateway. Nothing is connected before [Gateway.Run].
func New(c Config) *Gateway {
	c.Network = c.Network.Usual()
	if c.Reconnecting == nil {
		c.Reconnecting = func() {}
	}
	g := &Gateway{config: c, budget: newBudget(c.Info, c.Log)}
	g.missing.Store(1) // Run knows how many
	return g
}

// Run connects all shards and keeps them connected. It returns nil when ctx is
// done, and a [*RefusedError] when Discord refuses permanently.
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

// Ready reports whether every shard has been READY at least once since Run began, and
// Run has not ended because of a refusal. Where shards are shared, it reports whether
// any of this process is READY now, or whether it has none, in reserve for others.
func (g *Gateway) Ready() bool {
	if g.shared.Load() == nil {
		return g.missing.Load() == 0
	}
	held, connected, of := g.State()
	return of > 0 && (connected > 0 || held == 0)
}

// State tells how many shards are this process's, how many of them are READY, and how
// many there are in all processes; 0 before that is known.
func (g *Gateway) State() (held, connected, of int) {
	if shared := g.shared.Load(); shared != nil {
		held, of = shared.State()
		return held, int(g.connected.Load()), of
	}
	of = int(g.of.Load())
	return of, int(g.connected.Load()), of
}

// hand gives an interaction away.
func (g *Gateway) hand(raw []byte) {
	defer func() {
		if value := recover(); value != nil {
			g.config.Log.Error("a panic in an interaction was survived", survived.Panic(value))
		}
	}()
	g.config.Interaction(raw)
}

// firstInfo asks Discord until there is an answer or a refusal. No shard may run.
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

// endOf gives what Run returns for err: nothing if it was told to end.
func endOf(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}
