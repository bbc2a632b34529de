package bot

import (
	"context"
	"errors"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
)

// refuse turns an error into a private answer: one sentence of what, one of
// what next. An error that is not a refusal becomes an apology, and is returned
// for the log.
func (b *Bot) refuse(ctx context.Context, r request, err error) (chat.Response, error) {
	if !r.prompted() {
		if isStale(err) {
			return chat.Response{}, nil // the game went on without the engine or the clock
		}
		return chat.Response{}, err
	}
	if response, ok := b.repeatedCommand(ctx, r, err); ok {
		return response, nil
	}
	m, known := refusal(r, err)
	if known {
		return whisper(m), nil
	}
	var unsaved *game.StoreError
	if errors.As(err, &unsaved) {
		if unsaved.Unknown {
			return whisperText("I could not find out whether that was saved. Look with ", chat.CommandOf("board"), " in a moment, before you do it again."), err
		}
		return whisperText(notSaved(r)), err
	}
	return whisperText("Something went wrong on my side; nothing changed. Try again in a moment."), err
}

// notSaved says that a change could not be stored.
func notSaved(r request) chat.Text {
	what, next := "That was ", "Send it again in a moment."
	if r.press.verb == "move" || r.args.has("square") {
		what = "That move was "
	}
	switch {
	case r.press.verb == "move" && r.limits.MoveButtons == 0: // from a menu
		next = "Choose it again in a moment."
	case r.pressed():
		next = "Press again in a moment."
	}
	return chat.Say(what, chat.BoldOf("not"), " saved; nothing changed. ", next)
}

// isStale reports whether an action of the engine or the clock came too late,
// or twice.
func isStale(err error) bool {
	for _, late := range []error{game.ErrStale, game.ErrDuplicate, game.ErrUnknown, game.ErrOver, game.ErrNotDue, game.ErrNothingAsked} {
		if errors.Is(err, late) {
			return true
		}
	}
	return false
}

// repeatedCommand answers a command that was delivered twice.
func (b *Bot) repeatedCommand(ctx context.Context, r request, err error) (chat.Response, bool) {
	if !errors.Is(err, game.ErrDuplicate) {
		return chat.Response{}, false
	}
	g, err := r.shown()
	if err != nil {
		return chat.Response{}, true
	}
	return b.again(ctx, r, g), true
}

// refusal puts a refusal into words, and false if the error is none.
func refusal(r request, err error) (chat.Message, bool) {
	for _, words := range []func(request, error) chat.Text{typedWords, gameWords, startWords} {
		if text := words(r, err); text != nil {
			return chat.Message{Text: text, Controls: offer(r, err)}, true
		}
	}
	return chat.Message{}, false
}

// offer is the control that helps after a refusal, if there is one.
func offer(r request, err error) []chat.Row {
	if errors.Is(err, errNoGame) {
		return []chat.Row{{Buttons: []chat.Button{openButton(err)}}}
	}
	var busy *game.BusyError
	if errors.As(err, &busy) {
		if thread, ok := threadButton(r); ok {
			return []chat.Row{{Buttons: []chat.Button{thread}}}
		}
	}
	return nil
}

// openButton offers to open a game for everybody, with the move that was to be
// made where that can be the first.
func openButton(err error) chat.Button {
	var wanted *noGameError
	if errors.As(err, &wanted) && rules.Start().Legal().Has(wanted.Move) {
		move := wanted.Move.String()
		return chat.Button{Label: "Start with " + move, Action: control{verb: "open", arg: move}.String()}
	}
	return chat.Button{Label: "Start a game", Action: control{verb: "open"}.String()}
}

// refused is the words for one error.
type refused struct {
	err   error
	words chat.Text
}

// sentence is the words for the first of several errors that err is, or nil.
func sentence(err error, all ...refused) chat.Text {
	for _, r := range all {
		if errors.Is(err, r.err) {
			return r.words
		}
	}
	return nil
}
