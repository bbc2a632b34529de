package bot

import (
	"context"

	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/words"
)

// speakAction sets the language of a place by a button.
func speakAction() action {
	return action{
		Command: parse.Command{
			Name: "speak", Harmless: true,
		},
		press: (*Bot).pressSpeak,
	}
}

// pressSpeak sets the language that the control names, and draws the message in it, without
// the offer. Where the actor may not decide, it asks who may.
func (b *Bot) pressSpeak(ctx context.Context, r *request) (chat.Response, error) {
	l, ok := b.Words.Named(r.control.Arg)
	if !ok {
		return chat.Response{}, errBadControl
	}
	settings := r.Settings
	settings.Language = l.Tag()
	if !r.mayConfigure() && settings != r.Settings {
		return r.asksSettings(settings), nil
	}
	if settings != r.Settings {
		if err := b.configure(ctx, r, settings); err != nil {
			return chat.Response{}, err
		}
	}
	return chat.Response{Effects: append(r.drawnAnew(), whisper(chat.Message{Text: l.Text(words.SpeaksNow{})}).Effects...)}, nil
}

// mayConfigure reports whether the actor may set the language of the place: a moderator, the
// starter of the game here, or anybody in a conversation of their own or where no game was
// ever played.
func (r *request) mayConfigure() bool {
	g, err := r.shown()
	return r.decidesSettings() || err != nil || g.Starter == r.by
}

// drawnAnew edits the message that shows the game of the control, nothing if nobody knows
// which that is.
func (r *request) drawnAnew() []chat.Effect {
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
