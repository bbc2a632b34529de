package bot

import (
	"context"
	"errors"
	"strconv"

	"othellobot/bot/card"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/people"
)

// pageLimits are the limits of a page that shows one game. Its board is always drawn.
var pageLimits = chat.Limits{ButtonsPerRow: 8, MoveButtons: 64, Pictures: true}

// showPage answers a request for a game on a page. Watchers get no help with a running game.
func (b *Bot) showPage(ctx context.Context, a chat.Action) (chat.Response, error) {
	arg := func(name string) string {
		for _, given := range a.Args {
			if given.Name == name {
				return given.Value.Text
			}
		}
		return ""
	}
	subject := chat.Subject{Place: a.Place, Game: chat.GameID(arg(chat.PageGame))}
	r, g, err := b.loadShown(ctx, subject)
	_, invalid := errors.AsType[*strconv.NumError](err)
	switch {
	case invalid, errors.Is(err, game.ErrUnknown):
		return chat.Response{}, nil
	case err != nil:
		return chat.Response{}, err
	case r.room.Condemned, g.Phase == game.Challenged:
		return chat.Response{}, nil
	}
	r.Locale = a.Locale
	b.setLanguages(&r, r.Settings)
	v := r.Private()
	if v.Limits = pageLimits; v.Settings.Theme == card.WordsTheme {
		v.Settings.Theme = ""
	}
	ply, err := strconv.Atoi(arg(chat.PagePly))
	if err != nil {
		ply = len(g.Moves)
	}
	facts := b.extras(ctx, g)
	if running := r.room.Active; running != nil && facts.Review != nil && reveals(positions(g), *running) {
		facts.Review = nil
	}
	facts.Unnamed = b.unnamed(ctx)
	subject.Version = g.Version
	return chat.Response{Effects: []chat.Effect{{
		Kind: chat.Whisper, Subject: subject, Message: v.Page(g, max(0, min(ply, len(g.Moves))), facts),
	}}}, nil
}

// unnamed returns a function that reports whether pages must not name a player. It reads each player's
// choices once, and hides the name if they cannot be read.
func (b *Bot) unnamed(ctx context.Context) func(game.Player) bool {
	hidden := make(map[game.Player]bool)
	return func(p game.Player) bool {
		if _, known := hidden[p]; !known {
			choices, err := people.ChoicesOf(ctx, b.People, p)
			hidden[p] = err != nil || choices.Unnamed
		}
		return hidden[p]
	}
}
