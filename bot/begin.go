package bot

import (
	"context"
	"errors"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
)

// begin puts a new game on the board, in the place of one that gives way.
func (b *Bot) begin(ctx context.Context, r request, g game.Game, happened chat.Text) (chat.Response, error) {
	if g.Mode == game.Duel {
		if err := b.mayDuel(ctx, r, r.by); err != nil {
			return chat.Response{}, err
		}
	}
	g, old, err := b.Table.AddInstead(ctx, r.room, g, r.occasion(), r.setAside)
	if err != nil {
		return chat.Response{}, err
	}
	m := b.card(ctx, r, g, happened)
	m.Text = chat.Say(asideWords(old), m.Text)
	var note chat.Text
	if r.pressed() {
		note = chat.Say("The game has begun.")
	}
	response, err := b.show(ctx, r, g, m, note)
	response, failed := b.withEndOf(ctx, r, response, old)
	return response, errors.Join(err, failed)
}

// setAside ends a running game that is in the way, if it was left alone.
func (r request) setAside(g game.Game) (game.Game, []game.Event, error) {
	return g.SetAside(r.by, r.now)
}

// asideWords tell of a game that was set aside, with its transcript for load. It
// is nil if none was.
func asideWords(old *game.Game) chat.Text {
	if old == nil {
		return nil
	}
	text := chat.Say(ending(*old, *old.Result), ".")
	if len(old.Moves) > 0 {
		text = chat.Say(text, " To go on with it later: ", chat.CommandOf("load "+rules.FormatTranscript(old.Moves)))
	}
	return chat.Say(text, "\n")
}

// withEndOf is the response that also takes down the messages of a game that was
// set aside, if one was. The response is good also beside an error.
func (b *Bot) withEndOf(ctx context.Context, r request, response chat.Response, old *game.Game) (chat.Response, error) {
	if old == nil {
		return response, nil
	}
	board, err := b.collapse(ctx, r, old.ID)
	reminder, failed := b.removeReminder(ctx, r, old.ID)
	response.Effects = append(append(response.Effects, board...), reminder...)
	return response, errors.Join(err, failed)
}

// mayDuel is nil unless the player has as many duels as one person may.
func (b *Bot) mayDuel(ctx context.Context, r request, p game.Player) error {
	if b.MaxDuels == 0 {
		return nil
	}
	duels, err := b.Table.Duels(ctx, p, r.now)
	if err != nil {
		return err
	}
	if duels.Running+len(duels.Open) >= b.MaxDuels {
		return &tooManyDuelsError{Player: p, Most: b.MaxDuels}
	}
	return nil
}
