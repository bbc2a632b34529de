package bot

import (
	"context"
	"errors"
	"strconv"

	"othellobot/bot/card"
	"othellobot/bot/control"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/people"
	"othellobot/words"
)

// pageLimits are the limits of a page, on every platform.
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
	r, g, err := b.loadShown(ctx, chat.Subject{Place: a.Place, Game: chat.GameID(arg(chat.PageGame))})
	if _, invalid := errors.AsType[*strconv.NumError](err); invalid {
		err = nil
	}
	neverBegan := g.Phase == game.Challenged || g.Result != nil && g.Result.Reason >= game.Declined
	if err = unlessForgotten(err); err != nil || g.Version == 0 || r.room.Condemned || neverBegan {
		return chat.Response{}, err
	}
	if number := arg(chat.PageLink); number != "" {
		by := game.Player(a.User.String())
		if a.User == (chat.UserID{}) {
			by = game.Nobody
		}
		if link := g.Link(by); link == 0 || strconv.FormatUint(uint64(link), 10) != number {
			return chat.Response{}, nil
		}
		if g.Phase == game.Over { // nobody acts through a link any more
			a.User = chat.UserID{}
		}
	}
	r.User, r.Locale = a.User, a.Locale
	if a.User != (chat.UserID{}) {
		r.by = game.Player(a.User.String())
		b.loadChoices(ctx, &r)
	}
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
	if facts.Review != nil && (b.checkReview(ctx, &r, g) != nil || !b.mayReveal(ctx, g)) {
		facts.Review = nil
	}
	facts.Unnamed = b.unnamed(ctx)
	shown := chat.Subject{Place: a.Place, Game: chat.GameID(g.ID.String()), Version: g.Version}
	m := v.Page(g, max(0, min(ply, len(g.Moves))), facts, r.by)
	if link := arg(chat.PageLink); link != "" && r.by == game.Nobody && g.Phase == game.Playing {
		m.Controls = []chat.Row{card.Row(card.Primary(card.Button(v.All, words.JoinButton{}, control.For(g, "join", link))))}
	}
	return chat.Response{Effects: []chat.Effect{{Kind: chat.Whisper, Subject: shown, Message: m}}}, nil
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
