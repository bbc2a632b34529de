package bot

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"othellobot/bot/card"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
	"othellobot/words"
)

// begin starts a new game, which replaces an idle one.
func (b *Bot) begin(ctx context.Context, r *request, g game.Game, happened card.Story) (chat.Response, error) {
	if err := cmp.Or(b.checkHelp(ctx, r.by, g.Position()), b.checkGameLimit(ctx, r)); err != nil {
		return chat.Response{}, err
	}
	happened = append(happened, card.Unusual(g))
	if r.pressed() {
		r = r.withNote(words.DoneBegun{})
	}
	if r.room.Threads || r.Place.Thread != "" {
		if err := b.checkRoom(ctx, r, g, r.room.Place); err != nil {
			return chat.Response{}, err
		}
	}
	r, settings := b.settleLanguage(r)
	r, out, err := b.do(ctx, r, game.Proposal{New: &g, ReplaceIdle: b.Clock.Trusted(), Display: r.display(), Settings: settings})
	if busy, ok := errors.AsType[*game.BusyError](err); ok {
		return b.moveToThread(ctx, r, busy.Game, g)
	}
	if err != nil {
		return chat.Response{}, err
	}
	return b.show(r, out, func() chat.Message {
		return b.mentionStandby(ctx, r, out, b.offerLanguage(r, out.Game, b.openingCard(ctx, r, out, happened)))
	}), nil
}

// openingCard returns the card of a new game. If the game replaced an idle one, the card first says
// how that one ended.
func (b *Bot) openingCard(ctx context.Context, r *request, out game.Outcome, happened card.Story) chat.Message {
	m := b.card(ctx, &r.Viewer, out.Game, happened)
	if old := out.Replaced; old != nil {
		before := append(r.All.Text(append(card.Ending(*old, *old.Result), howToContinue(*old))...), chat.Span{Text: "\n"})
		m.Text = append(before, m.Text...)
		if m.Spoken != nil {
			m.Spoken = append(before[:len(before):len(before)], m.Spoken...)
		}
	}
	return m
}

func howToContinue(g game.Game) words.Message {
	if len(g.Moves) == 0 {
		return nil
	}
	return words.GoOnLater{What: loadable(g)}
}

// loadable returns text that the load command accepts: the moves of a game, or its board if the
// start position was unusual.
func loadable(g game.Game) string {
	if g.Start == rules.Start() {
		return rules.FormatTranscript(g.Moves)
	}
	p := g.Position()
	return p.FormatBoard() + " " + strings.ToLower(p.ToMove.String())
}
