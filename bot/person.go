package bot

import (
	"context"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/words"
)

// know reads what the actor has chosen for themselves, for what they alone are told. All else
// is in the language of the place. A move is answered by the board, which is for all: so
// nothing is read for it, unless it is refused. What cannot be read is as if it was never
// chosen.
func (b *Bot) know(ctx context.Context, r *request) {
	if r.known || r.Origin == chat.OriginEngine || r.Origin == chat.OriginClock {
		return
	}
	me, err := b.People.Person(ctx, r.by)
	r.known = true
	if err == nil {
		r.mine = me.Choices
	}
	b.speakIn(r, r.Settings)
}

// plays reports whether the request is a move, and no vote, which is answered in private.
func (r *request) plays() bool {
	return (r.action.Name == "move" || r.action.Name == "play") && r.prompted() &&
		(r.room.Active == nil || r.room.Active.Mode != game.Voted)
}

// own is the language that the actor has chosen, else that of their app unless no native has
// read it yet, and false if neither is known.
func (b *Bot) own(r *request) (*words.Language, bool) {
	if l, ok := b.Words.Named(r.mine.Language); ok {
		return l, true
	}
	return b.Words.Own(r.Locale)
}

// answerIn has the actor answered in a language from now on, wherever they are; empty for
// that of their app. Where they are alone with the bot it is the place's, too.
func (b *Bot) answerIn(ctx context.Context, r *request, language string) error {
	if err := b.keepLanguage(ctx, r, language); err != nil {
		return err
	}
	settings := r.Settings
	settings.Language = r.Own.Tag()
	if !r.Direct || settings == r.Settings {
		return nil
	}
	return b.setHere(ctx, r, settings)
}

func (b *Bot) keepLanguage(ctx context.Context, r *request, language string) error {
	mine, err := game.ChangePerson(ctx, b.People, r.by, r.Now, func(c game.Choices) game.Choices {
		c.Language = language
		return c
	})
	if err != nil {
		return err
	}
	r.mine, r.known = mine, true
	b.speakIn(r, r.Settings)
	return nil
}
