package discord

import (
	"cmp"
	"context"
	"crypto/ed25519"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"othellobot/adapters/discord/gateway"
	"othellobot/adapters/internal/exchange"
	"othellobot/chat"
)

const drainTime = 10 * time.Second

// Shared configures how processes share the shards of the gateway.
type Shared = gateway.Shared

// Random returns random durations.
type Random = exchange.Random

// Network configures how requests and websockets reach Discord.
type Network = exchange.Network

// Config configures an adapter. Token, Commands, Says and Log are required.
type Config struct {
	Token     string            // the bot's token, without a prefix
	PublicKey ed25519.PublicKey // set if interactions come by HTTP; nil if they come from the gateway
	GuildID   string            // if set, register the commands in this server only
	Shared    *Shared           // set if processes share the shards; nil if this process serves all
	APIURL    string            // base of the HTTP API; defaults to Discord's own
	About     chat.Command      // its Help describes the slash command
	Commands  []chat.Command
	Sentences func(locale string) Sentences // returns the sentences in the language of a locale
	Log       *slog.Logger
	Observer  Observer
	Now       func() time.Time // time for checking signatures; nil means time.Now
	Random    Random           // spreads retries; may be nil

	Network   Network           // the zero value uses the defaults
	Transport http.RoundTripper // for requests; nil means a new one that uses Network
}

// New returns an adapter. It sends nothing before [Adapter.Prepare].
func New(c Config) *Adapter {
	c.APIURL = cmp.Or(c.APIURL, defaultAPIURL)
	if c.Now == nil {
		c.Now = time.Now
	}
	transport := c.Transport
	if transport == nil {
		transport = newTransport(c.Network)
	}
	a := &Adapter{
		verifier: newVerifier(c.PublicKey, c.Now), encoder: encoder{log: c.Log, painter: exchange.NewPainter(c.Log)},
		guild: c.GuildID, about: c.About, commands: c.Commands, says: c.Sentences, log: c.Log, observer: c.Observer,
	}
	a.api = newClient(c.APIURL, c.Token, transport, c.Observer, c.Random, c.Log)
	a.outbox = exchange.NewOutbox(&a.intake, c.Log)
	a.encoder.command.Store(&commandFormatter{commands: c.Commands})
	if c.PublicKey == nil {
		a.gateway = gateway.New(gateway.Config{
			Token: c.Token, Shared: c.Shared, Network: c.Network, Log: c.Log,
			Info: a.api.gatewayInfo, Interaction: a.fromGateway, Reconnecting: c.Observer.RecordReconnect,
		})
	}
	return a
}

// Limits returns the limits of messages on Discord. See the function [Limits].
func (a *Adapter) Limits() chat.Limits {
	l := Limits()
	l.InviteURL = a.inviteURL
	return l
}

// inviteURL returns "" if only the application's owner can add the bot.
func (a *Adapter) inviteURL() string {
	if !a.self.Public {
		return ""
	}
	return InviteURL(a.self.ID)
}

// Limits returns the limits of messages on Discord. Until the application has its tiles, the
// adapter draws another theme in their place.
func Limits() chat.Limits {
	return chat.Limits{
		ButtonsPerRow: maxButtons, MoveButtons: 2 * maxButtons, Options: maxOptions, Choices: maxChoices,
		Pictures: true, Files: true, Threads: true, Forms: true, Direct: true, MustAnswer: true,
		Themes: []string{tilesTheme, fallbackTheme, "vivid", "classic"},
	}
}

// Prepare asks Discord for the bot's application. It retries until Discord answers, and fails only
// if Discord refuses the bot or ctx is done.
func (a *Adapter) Prepare(ctx context.Context) error {
	retry := exchange.Retry{First: time.Second, Longest: time.Minute, Random: a.api.random, Temporary: setupRetryable, BeforePause: func(err error, wait time.Duration) {
		a.log.WarnContext(ctx, "discord does not answer, asking again", "error", err, "wait", wait)
	}}
	return retry.Do(ctx, func() (err error) {
		a.self, err = a.api.application(ctx)
		if statusOf(err) == http.StatusUnauthorized {
			return &gateway.RefusedError{Code: http.StatusUnauthorized}
		}
		if _, passes := setupRetryable(err); err != nil && !passes {
			return fmt.Errorf("discord: ask who the bot is: %w", err)
		}
		return err
	})
}

// Run accepts interactions until ctx is done, and then gives running work ten seconds to end.
// Once connected, it registers changed commands and uploads missing tiles. It returns an error
// only if Discord refuses the bot permanently.
func (a *Adapter) Run(ctx context.Context, h chat.Handler) error {
	end := a.intake.Open(context.WithoutCancel(ctx), h)
	defer end(drainTime)
	registering, stop := context.WithCancel(ctx)
	defer stop()
	a.intake.Do(func(context.Context, chat.Handler) { a.register(registering) })
	if a.gateway != nil {
		err := a.gateway.Run(ctx)
		if err != nil {
			a.observer.SetWorking(false)
		}
		return err
	}
	<-ctx.Done()
	return nil
}

// Name returns the name of a user who has used the bot lately, or "" if it is unknown.
func (a *Adapter) Name(u chat.UserID) string { return a.encoder.name(u) }

// Ready reports whether interactions can reach the bot; see also [gateway.Gateway.Ready].
func (a *Adapter) Ready() bool {
	if a.gateway != nil {
		return a.gateway.Ready()
	}
	return a.intake.IsOpen()
}

// Shards returns how many shards this process holds and has connected, and the number of all shards, or
// 0 if unknown. All are 0 without a gateway.
func (a *Adapter) Shards() (held, connected, of int) {
	if a.gateway == nil {
		return 0, 0, 0
	}
	return a.gateway.State()
}

// Deliver implements [chat.Poster].
func (a *Adapter) Deliver(_ context.Context, place chat.Place, r chat.Response) {
	a.outbox.Put(place, r.Effects, a.sender(place))
	a.refreshGames(r.Players)
}

// Capacity implements [chat.Poster].
func (a *Adapter) Capacity() int { return a.outbox.Capacity(a.api.guard.admits(), a.api.http.Admits()) }

const (
	lookEvery     = 50 * time.Millisecond // pause between checks for a connection
	firstRegister = 5 * time.Second       // first pause between attempts to register
	lastRegister  = time.Hour             // longest pause between attempts to register
)

// register waits until the bot is connected. Games can be played before it succeeds.
func (a *Adapter) register(ctx context.Context) {
	for !a.Ready() {
		if exchange.Sleep(ctx, lookEvery) != nil {
			return
		}
	}
	a.keepTrying(ctx, "cannot register the commands", func() error {
		id, err := a.api.register(ctx, a.self.ID, a.guild, a.about, a.commands)
		if err == nil {
			a.encoder.command.Store(&commandFormatter{id: id, commands: a.commands})
		}
		return err
	})
	a.keepTrying(ctx, "cannot have the tiles of the board, drawing with moons", func() error {
		theme, err := a.api.tiles(ctx, a.self.ID)
		if err == nil {
			a.encoder.tiles.Store(&theme)
		}
		return err
	})
}

func (a *Adapter) keepTrying(ctx context.Context, failure string, do func() error) {
	retry := exchange.Retry{First: firstRegister, Longest: lastRegister, Random: a.api.random, Temporary: setupRetryable}
	_ = retry.Do(ctx, func() error {
		err := do()
		if err != nil && ctx.Err() == nil {
			a.log.WarnContext(ctx, failure, "error", err)
		}
		return err
	})
}
