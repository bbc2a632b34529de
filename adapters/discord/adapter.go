package discord

import (
	"cmp"
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"othellobot/adapters/discord/gateway"
	"othellobot/chat"
	"othellobot/render"
)

// Platform is the platform of all users and places here.
const Platform = "discord"

// drainTime is how long what is under way may take after the end was asked for.
const drainTime = 10 * time.Second

// Config says what an adapter connects. Token, Commands and Log are required.
type Config struct {
	Token     string            // of the bot, without a prefix
	PublicKey ed25519.PublicKey // set if interactions come by HTTP; nil for the gateway
	GuildID   string            // register the commands in this server only
	Shards    []int             // the shards of the gateway to connect; none for all
	Of        int               // how many shards there are, if Shards is set
	APIURL    string            // base of the HTTP API; empty for Discord's own
	Commands  []chat.Command
	Log       *slog.Logger
	Observer  Observer

	Transport http.RoundTripper                                                 // nil for the usual one
	Dial      func(ctx context.Context, network, addr string) (net.Conn, error) // to the gateway; nil for the usual one
}

// Adapter connects a [chat.Handler] with Discord. It implements [chat.Poster]
// and, for interactions by HTTP, [http.Handler]. Its methods may be called
// concurrently, but [Adapter.Prepare] and [Adapter.Run] once each and in this
// order.
type Adapter struct {
	Config
	api     *client
	grants  *grants
	gateway *gateway.Gateway // nil if interactions come by HTTP

	// Known after Prepare.
	self    application
	tiles   render.Theme // has no name if the tiles could not be had
	written commandText

	intake  intake
	shut    shutOut // until somebody there is told
	outside shutOut // because the bot is no member there
}

// New makes an adapter. It sends nothing before [Adapter.Prepare].
func New(c Config) *Adapter {
	c.APIURL = cmp.Or(c.APIURL, defaultAPIURL)
	a := &Adapter{Config: c, grants: newGrants()}
	a.api = newClient(c.APIURL, c.Token, c.Transport)
	a.api.observer, a.api.pace.observer = c.Observer, c.Observer
	if c.PublicKey == nil {
		a.gateway = gateway.New(gateway.Config{
			Token: c.Token, Shards: c.Shards, Of: c.Of, Dial: c.Dial, Log: c.Log,
			Info: a.api.gatewayInfo, Interaction: a.fromGateway, Reconnecting: c.Observer.reconnecting,
		})
	}
	return a
}

// Limits tells what messages may hold. It is complete after [Adapter.Prepare].
func (a *Adapter) Limits() chat.Limits {
	l := chat.Limits{
		ButtonsPerRow: maxButtons, MoveButtons: 2 * maxButtons, Options: maxOptions, Choices: maxChoices,
		Threads: true, MustAnswer: true,
		Themes: []string{fallbackTheme, "vivid", "classic"},
	}
	if a.tiles.Name != "" {
		l.Themes = append([]string{a.tiles.Name}, l.Themes...)
	}
	return l
}

// Prepare asks Discord who the bot is, for as long as it takes to get an answer,
// registers its commands where they differ, and sees to the pictures of the
// board. It fails only if Discord refuses the bot, or ctx is done; what can do
// without is logged.
func (a *Adapter) Prepare(ctx context.Context) error {
	self, err := a.whoAmI(ctx)
	if err != nil {
		return err
	}
	a.self = self
	r := newRegistrar(a.Config, a.api.http)
	id, err := r.register(ctx, self.ID, a.GuildID, a.Commands)
	if err != nil {
		a.Log.ErrorContext(ctx, "cannot register the commands", "error", err)
	}
	a.written = commandText{id: id, commands: a.Commands}
	tiles, err := r.tiles(ctx, self.ID)
	if err != nil {
		a.Log.WarnContext(ctx, "cannot have the tiles of the board, drawing with moons", "error", err)
	}
	a.tiles = tiles
	return nil
}

// whoAmI asks Discord until it answers.
func (a *Adapter) whoAmI(ctx context.Context) (application, error) {
	for pause := time.Second; ; pause = min(2*pause, time.Minute) {
		self, err := a.api.application(ctx)
		refused := (*apiError)(nil)
		switch {
		case err == nil:
			return self, nil
		case errors.Is(err, gateway.ErrUnauthorized):
			return self, &gateway.RefusedError{Code: http.StatusUnauthorized}
		case errors.As(err, &refused) && refused.Status < http.StatusInternalServerError && refused.Status != http.StatusTooManyRequests:
			return self, fmt.Errorf("discord: ask who the bot is: %w", err)
		}
		a.Log.WarnContext(ctx, "discord does not answer, asking again", "error", err, "wait", pause)
		if err := sleep(ctx, pause); err != nil {
			return self, err
		}
	}
}

// Run takes interactions until ctx is done, and then lets what is under way end,
// for ten seconds at most. It returns an error only if Discord refuses the bot
// for good.
func (a *Adapter) Run(ctx context.Context, h chat.Handler) error {
	end := a.intake.open(context.WithoutCancel(ctx), h)
	defer end(drainTime)
	if a.gateway != nil {
		return a.gateway.Run(ctx)
	}
	<-ctx.Done()
	return nil
}

// Ready reports whether interactions can reach the bot: by HTTP, while it runs;
// by the gateway, once every shard has been connected.
func (a *Adapter) Ready() bool {
	if a.gateway != nil {
		return a.gateway.Ready()
	}
	return a.intake.isOpen()
}
