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

// loadChoices loads the actor's personal settings, such as the language of private answers. If they
// cannot be read, the defaults apply.
func (b *Bot) loadChoices(ctx context.Context, r *request) {
	switch {
	case r.choicesRead || r.Origin == chat.OriginEngine || r.Origin == chat.OriginClock:
		return
	case r.trial != nil:
		r.choices = r.trial.choices
	default:
		if mine, err := people.ChoicesOf(ctx, b.People, r.by); err == nil {
			r.choices = mine
		}
	}
	r.choicesRead = true
	b.setLanguages(r, r.Settings)
}

func (b *Bot) withChoices(ctx context.Context, r *request) *request {
	known := *r
	b.loadChoices(ctx, &known)
	return &known
}

// plays reports whether the request is a user's move that only the public board answers. A vote is
// not such a move, because its answer is private.
func (r *request) plays() bool {
	return (r.action.Name == "move" || r.action.Name == "play") && r.fromUser() &&
		(r.room.Active == nil || r.room.Active.Mode != game.Voted)
}

func (b *Bot) changeChoices(ctx context.Context, r *request, change func(*people.Choices)) (*request, error) {
	mine, err := people.ChangeChoices(ctx, b.People, r.by, r.Now, func(c people.Choices) people.Choices {
		change(&c)
		return c
	})
	if err != nil {
		return r, err
	}
	chosen := *r
	chosen.choices, chosen.choicesRead = mine, true
	b.setLanguages(&chosen, r.Settings)
	return &chosen, nil
}

// boardsInWords replaces boards that only the actor sees with words, if the actor's settings say so.
func (r *request) boardsInWords(effects []chat.Effect) {
	if r.choices.Board != card.WordsTheme {
		return
	}
	for i, e := range effects {
		alone := e.Kind == chat.Whisper || e.Kind == chat.Edit && e.Subject == chat.Subject{}
		if m := &effects[i].Message; alone && m.Board != nil {
			m.Text = below(m.Text, card.RowsOf(r.Own, m.Board.View.Position))
			m.Board = nil
		}
	}
}

func mySettingsButton(l *words.Language) chat.Button {
	return card.Button(l, words.MySettingsButton{}, control.New("personal", ""))
}
