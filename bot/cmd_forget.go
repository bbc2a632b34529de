package bot

import (
	"context"
	"errors"

	"othellobot/bot/card"
	"othellobot/bot/control"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/words"
)

// forget asks for confirmation, because [Bot.pressForget] deletes the user's data in all places and
// cannot be undone. Other users' games and settings must never prevent that.
func (b *Bot) forget(ctx context.Context, r *request) (chat.Response, error) {
	duels, err := b.Table.Duels(ctx, r.by, r.Now)
	if err != nil {
		return chat.Response{}, err
	}
	question := []words.Message{words.ConfirmForget{}}
	if ends := r.forgetEnds(duels); len(ends) > 0 {
		question = append(question, words.ForgetEnds{What: r.Own.ListAll(ends)})
	}
	return whisper(message(r.Own.Text(question...), card.Danger(card.Button(r.Own, words.ForgetYesButton{}, control.New("forget-yes", ""))))), nil
}

// forgetEnds lists the games and challenges that end when the player is forgotten.
func (r *request) forgetEnds(duels game.Duels) (ends []chat.Text) {
	add := func(m words.Message) { ends = append(ends, r.Own.Text(m)) }
	for _, g := range duels.Running {
		color, _ := g.Side(r.by)
		if other := g.Player(color.Opponent()); other == game.Nobody {
			add(words.ForgetEndsSeat{})
		} else {
			add(words.ForgetEndsDuel{Opponent: words.Name(other)})
		}
	}
	for _, g := range duels.Open {
		if challenger, _ := g.Challenge(); challenger == r.by {
			add(words.ForgetEndsChallenge{})
		} else {
			add(words.ForgetEndsReceived{Challenger: words.Name(challenger)})
		}
	}
	return ends
}

func (b *Bot) pressForget(ctx context.Context, r *request) (chat.Response, error) {
	var said words.Message = words.Forgotten{}
	err := b.Table.Forget(ctx, b.Results, b.Tombstones, r.by, r.Now)
	if errors.Is(err, game.ErrForgetPending) {
		b.Log.ErrorContext(ctx, "a user is not completely forgotten yet", "error", err)
		said, err = words.ForgottenLater{}, nil
	}
	if err != nil {
		return chat.Response{}, err
	}
	return edit(chat.Message{Text: r.Own.Text(said)}), nil
}
