package discord

import (
	"context"
	"net/http"
	"time"

	"othellobot/adapters/internal/exchange"
)

// How often the bot looks whether it is connected, and how long it waits before it tries
// to register again.
const (
	lookEvery     = 50 * time.Millisecond
	firstRegister = 5 * time.Second
	lastRegister  = time.Hour
)

// register sees to the commands and the tiles, once the bot is connected. Games go on
// without them.
func (a *Adapter) register(ctx context.Context) {
	for !a.Ready() {
		if exchange.Sleep(ctx, lookEvery) != nil {
			return
		}
	}
	a.insist(ctx, "cannot register the commands", func() error {
		id, err := a.api.register(ctx, a.self.ID, a.guild, a.about, a.commands)
		if err == nil {
			a.encoder.command.Store(&commandText{id: id, commands: a.commands})
		}
		return err
	})
	a.insist(ctx, "cannot have the tiles of the board, drawing with moons", func() error {
		theme, err := a.api.tiles(ctx, a.self.ID)
		if err == nil {
			a.encoder.tiles.Store(&theme)
		}
		return err
	})
}

// insist does something until it succeeds, or until trying again cannot help.
func (a *Adapter) insist(ctx context.Context, failure string, do func() error) {
	for pause := firstRegister; ; pause = min(2*pause, lastRegister) {
		err := do()
		if err == nil || ctx.Err() != nil {
			return
		}
		a.log.WarnContext(ctx, failure, "error", err)
		if isFinal(err) || exchange.Sleep(ctx, pause) != nil {
			return
		}
	}
}

// isFinal reports whether a request would be refused again.
func isFinal(err error) bool {
	status := statusOf(err)
	return status > 0 && status < http.StatusInternalServerError && status != http.StatusTooManyRequests && status != http.StatusUnauthorized
}
