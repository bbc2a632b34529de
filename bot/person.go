package bot

import (
	"context"

	"othellobot/bot/card"
	"othellobot/bot/control"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/people"
	"othellobot/words"
)

// know reads what the actor has chosen for themselves, for what they alone are told. All else
// is in the language of the place. A move is answered by the board, which is for all: so
// nothing is read for it, unless it is refused. What cannot be read is as if it was never
// chosen.
func (b *Bot) know(ctx context.Context, r *request) {
	switch {
	case r.known || r.Origin == chat.OriginEngine || r.Origin == chat.OriginClock:
		return
	case r.trial != nil:
		r.mine = r.trial.mine
	default:
		if mine, err := people.ChoicesOf(ctx, b.People, r.by); err == nil {
			r.mine = mine
		}
	}
	r.known = true
	b.speakIn(r, r.Settings)
}

// knowing returns the request with what its actor has chosen.
func (b *Bot) knowing(ctx context.Context, r *request) *request {
	known := *r
	b.know(ctx, &known)
	return &known
}

// plays reports whether the request is a move, and no vote, which is answered in private.
func (r *request) plays() bool {
	return (r.action.Name == "move" || r.action.Name == "play") && r.prompted() &&
		(r.room.Active == nil || r.room.Active.Mode != game.Voted)
}

// keep changes what the actor has chosen for themselves.
func (b *Bot) keep(ctx context.Context, r *request, change func(*people.Choices)) (*request, error) {
	mine, err := people.ChangeChoices(ctx, b.People, r.by, r.Now, func(c people.Choices) people.Choices {
		change(&c)
		return c
	})
	if err != nil {
		return r, err
	}
	chosen := *r
	chosen.mine, chosen.known = mine, true
	b.speakIn(&chosen, r.Settings)
	return &chosen, nil
}

// inOwnForm puts the boards that the actor alone sees in words, if they have chosen that.
func (r *request) inOwnForm(effects []chat.Effect) {
	if r.mine.Board != card.WordsTheme {
		return
	}
	for i, e := range effects {
		alone := e.Kind == chat.Whisper || e.Kind == chat.Edit && e.Shows == chat.Shown{}
		if m := &effects[i].Message; alone && m.Board != nil {
			m.Text = below(m.Text, card.RowsOf(r.Own, m.Board.View.Position))
			m.Board = nil
		}
	}
}

// mySettingsButton leads to what the actor has chosen for themselves.
func mySettingsButton(l *words.Language) chat.Button {
	return card.Button(l, words.MySettingsButton{}, control.Of("personal", ""))
}
