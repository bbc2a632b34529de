package bot

import (
	"context"

	"othellobot/bot/card"
	"othellobot/bot/control"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/words"
)

// pressSpeak switches the actor's answers to the language of a button.
func (b *Bot) pressSpeak(ctx context.Context, r *request) (chat.Response, error) {
	l, ok := b.Words.Named(r.control.Arg)
	if !ok {
		return chat.Response{}, errBadControl
	}
	return b.speak(ctx, r, l)
}

// speak switches the actor's answers to a language. Public messages stay in the language of the
// place. The actor is offered to change that language too, or to ask the users who may.
func (b *Bot) speak(ctx context.Context, r *request, l *words.Language) (chat.Response, error) {
	r, err := b.answerIn(ctx, r, l.Tag())
	if err != nil {
		return chat.Response{}, err
	}
	buttons := []chat.Button{mySettingsButton(l)}
	if l != r.All {
		buttons = []chat.Button{card.Button(l, words.LanguageForAll{}, control.Of("set", "l"+l.Tag())), buttons[0]}
	}
	told := whisper(message(l.Text(words.SpeaksNow{}), buttons...))
	if r.Direct {
		told.Effects = append(r.redrawnGame(), told.Effects...)
	}
	return told, nil
}

// redrawnGame edits the message that shows the game of the control. It returns nil if that game is
// unknown.
func (r *request) redrawnGame() []chat.Effect {
	g, ok := r.room.Find(r.control.Game)
	if !ok {
		return nil
	}
	name := game.BoardSlot
	if g.Phase == game.Challenged {
		name = game.ChallengeSlot
	}
	return r.correct(g.ID, name)
}
