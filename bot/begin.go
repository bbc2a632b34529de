package bot

import (
	"context"
	"errors"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
)

// begin puts a new game on the board, in the place of one that gives way.
func (b *Bot) begin(ctx context.Context, r *request, g game.Game, happened chat.Text) (chat.Response, error) {
	if g.Mode == game.Duel {
		if err := b.mayDuel(ctx, r, r.by); err != nil {
			return chat.Response{}, err
		}
	}
	out, err := b.do(ctx, r, game.Proposal{New: &g, MakeWay: b.Clock.Trusted(), Slots: r.slots})
	if err != nil {
		return chat.Response{}, r.busy(err, "Watch it with ", chat.CommandOf("board"), ", or start in another channel.")
	}
	var note chat.Text
	if r.pressed() {
		note = chat.Say(begun)
	}
	return b.show(r, out, b.openingCard(ctx, r, out, happened), note), nil
}

// openingCard is the card of a game that begins, which tells first of the one
// that made way for it, with its transcript for load.
func (b *Bot) openingCard(ctx context.Context, r *request, out game.Outcome, happened chat.Text) chat.Message {
	m := b.card(ctx, r, out.Game, happened)
	old := out.Aside
	if old == nil {
		return m
	}
	text := chat.Say(ending(*old, *old.Result), ".")
	if len(old.Moves) > 0 {
		text = chat.Say(text, " To go on with it later: ", chat.CommandOf("load "+rules.FormatTranscript(old.Moves)))
	}
	m.Text = chat.Say(text, "\n", m.Text)
	return m
}

// busy puts the error that a game runs here already into words that end with
// next, and offers a thread where there is none yet; others stay as they are.
func (r *request) busy(err error, next ...any) error {
	var busy *game.BusyError
	if !errors.As(err, &busy) {
		return err
	}
	refusal := &refusal{text: chat.Say(
		"A game runs here: ", versus(busy.Game), ", move ", decimal(busy.Game.Number()), ". ", chat.Say(next...),
	)}
	if thread, ok := threadButton(r); ok {
		refusal.controls = []chat.Row{{Buttons: []chat.Button{thread}}}
	}
	return refusal
}

// versus names the two sides of a game.
func versus(g game.Game) chat.Text {
	if g.Mode == game.Open && len(g.Seats) == 0 {
		return chat.Say("one for everybody, opened by ", name(g.Starter))
	}
	return chat.Say(sideOrNobody(g, rules.Black), " and ", sideOrNobody(g, rules.White))
}

// mayDuel is nil unless the player has as many duels as one person may.
func (b *Bot) mayDuel(ctx context.Context, r *request, p game.Player) error {
	if b.MaxDuels == 0 {
		return nil
	}
	duels, err := b.Table.Duels(ctx, p, r.now)
	if err != nil {
		return err
	}
	if duels.Running+len(duels.Open) >= b.MaxDuels {
		return refused(name(p), " has ", decimal(b.MaxDuels), " duels waiting or running, which is the limit. Finish one first.")
	}
	return nil
}
