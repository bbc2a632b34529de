package bot

import (
	"context"
	"errors"
	"time"

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
	way := wayFor(r)
	g, err := b.Table.Add(ctx, r.room, g, r.occasion(way.aside))
	if err != nil {
		return chat.Response{}, err
	}
	m := b.card(ctx, r, g, happened)
	m.Text = chat.Say(way.text(), m.Text)
	var note chat.Text
	if r.pressed() {
		note = chat.Say("The game has begun.")
	}
	response, err := b.show(ctx, r, g, m, note)
	response, failed := b.withEndOf(ctx, r, response, way)
	return response, errors.Join(err, failed)
}

// way is what a game that begins finds in its way: a running game that was left
// alone, and is set aside.
type way struct {
	by  game.Player
	now time.Time
	old *game.Game // as it was set aside; nil if there was none
}

func wayFor(r request) *way { return &way{by: r.by, now: r.now} }

// aside sets the running game aside, if it was left alone.
func (w *way) aside(g game.Game) (game.Game, []game.Event, error) {
	after, events, err := g.SetAside(w.by, w.now)
	if err == nil {
		w.old = &after
	}
	return after, events, err
}

// text tells of the game set aside, with its transcript for load.
func (w *way) text() chat.Text {
	if w.old == nil {
		return nil
	}
	text := chat.Say(ending(*w.old, *w.old.Result), ".")
	if len(w.old.Moves) > 0 {
		text = chat.Say(text, " To go on with it later: ", chat.CommandOf("load "+rules.FormatTranscript(w.old.Moves)))
	}
	return chat.Say(text, "\n")
}

// withEndOf is the response that also takes down the messages of a game set
// aside. The response is good also beside an error.
func (b *Bot) withEndOf(ctx context.Context, r request, response chat.Response, w *way) (chat.Response, error) {
	if w.old == nil {
		return response, nil
	}
	board, err := b.collapse(ctx, r, w.old.ID)
	reminder, failed := b.removeReminder(ctx, r, w.old.ID)
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
