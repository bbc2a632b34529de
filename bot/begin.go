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
	aside, before, err := b.setAside(ctx, r)
	if err != nil {
		return chat.Response{}, err
	}
	g, err = b.Table.Add(ctx, g, r.delivery(), r.now)
	if err != nil {
		return b.onlySetAside(r, before, aside, err)
	}
	m := b.card(r, g, happened)
	m.Text = chat.Say(before, m.Text)
	var note chat.Text
	if r.pressed() {
		note = chat.Say("The game has begun.")
	}
	response, err := b.show(ctx, r, g, m, note)
	response.Effects = append(response.Effects, aside...)
	return response, err
}

// setAside ends the running game if it was left alone, and tells so; the text
// holds its transcript for load.
func (b *Bot) setAside(ctx context.Context, r request) ([]chat.Effect, chat.Text, error) {
	active := r.room.Active
	if active == nil || !active.GivesWay(r.now) {
		return nil, nil, nil
	}
	aside := func(g game.Game) (game.Game, []game.Event, error) { return g.SetAside(r.by, r.now) }
	g, _, err := b.Table.Update(ctx, r.room.Place, active.ID, "", r.now, aside)
	if errors.Is(err, game.ErrNotDue) || errors.Is(err, game.ErrUnknown) {
		return nil, nil, nil // somebody was faster; the table will tell
	}
	if err != nil {
		return nil, nil, err
	}
	effects, err := b.collapse(ctx, r, g.ID)
	if err != nil {
		return nil, nil, err
	}
	reminder, err := b.removeReminder(ctx, r, g.ID)
	text := chat.Say(ending(g, *g.Result), ".")
	if len(g.Moves) > 0 {
		text = chat.Say(text, " To go on with it later: ", chat.CommandOf("load "+rules.FormatTranscript(g.Moves)))
	}
	return append(effects, reminder...), chat.Say(text, "\n"), err
}

// onlySetAside answers a start that got no further than to set the old game
// aside: that has happened and is told, along with the refusal.
func (b *Bot) onlySetAside(r request, before chat.Text, aside []chat.Effect, err error) (chat.Response, error) {
	if before == nil {
		return chat.Response{}, err
	}
	refusal, err := b.refuse(r, err)
	told := chat.Effect{Kind: chat.Post, Message: chat.Message{Text: before}}
	refusal.Effects = append(append(refusal.Effects, told), aside...)
	return refusal, err
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
