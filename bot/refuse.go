package bot

import (
	"context"
	"errors"
	"math"
	"strings"

	"othellobot/chat"
	"othellobot/game"
)

// refusal is an error in the words for whoever is refused: what is wrong, and
// what to do next. It is made where the refusal is decided.
type refusal struct {
	text     chat.Text
	controls []chat.Row
}

// Error implements error.
func (e *refusal) Error() string { return e.text.String() }

// refused makes a refusal of parts as [chat.Say] takes them.
func refused(parts ...any) error { return &refusal{text: chat.Say(parts...)} }

// Refusals that more than one file decides, or asks for.
var (
	errBadControl = refused("What you pressed is from another age. ", chat.CommandOf("board"), " brings the board down again.")
	errTooLong    = refused("That is too long for a command. ", chat.CommandOf("help"), " shows what there is.")
)

// ErrThinking says that an engine has too much to do for a hint.
var ErrThinking = refused("I am still thinking about others. Ask again in a moment.")

// refuse turns an error into a private answer. What is no refusal becomes an
// apology, and goes to the log. Where nobody asked, it is the error, unless the
// game only went on without the engine or the clock.
func (b *Bot) refuse(ctx context.Context, r *request, err error) (chat.Response, error) {
	if !r.prompted() {
		if isLate(err) {
			return chat.Response{}, nil
		}
		return chat.Response{}, err
	}
	if errors.Is(err, game.ErrDuplicate) {
		return b.repeated(ctx, r), nil
	}
	var said *refusal
	if errors.As(err, &said) {
		return whisper(chat.Message{Text: said.text, Controls: said.controls}), nil
	}
	if text := gameWords(r, err); text != nil {
		return whisper(chat.Message{Text: text}), nil
	}
	b.Log.ErrorContext(ctx, "cannot do what somebody asked for", "platform", r.Place.Platform, "error", err)
	return apology(r, err), nil
}

// apology says that something went wrong, and whether anything changed.
func apology(r *request, err error) chat.Response {
	var unsaved *game.StoreError
	var response chat.Response
	switch {
	case errors.As(err, &unsaved) && unsaved.Unknown:
		response = whisperText("I could not find out whether that was saved. Look with ", chat.CommandOf("board"), " in a moment, before you do it again.")
	case unsaved != nil:
		response = whisperText(notSaved(r))
	default:
		response = whisperText("Something went wrong on my side; nothing changed. Try again in a moment.")
	}
	response.Trouble = chat.Failed
	if unsaved != nil {
		response.Trouble = chat.Unsaved
	}
	return response
}

// notSaved says that a change could not be stored.
func notSaved(r *request) chat.Text {
	what, next := "That was ", "Send it again in a moment."
	if r.control.square() || r.args.has("square") {
		what = "That move was "
	}
	switch {
	case r.control.square() && r.limits.MoveButtons == 0: // from a menu
		next = "Choose it again in a moment."
	case r.pressed():
		next = "Press again in a moment."
	}
	return chat.Say(what, chat.BoldOf("not"), " saved; nothing changed. ", next)
}

// isLate reports whether an action of the engine or the clock came too late, or
// twice.
func isLate(err error) bool {
	for _, late := range []error{game.ErrStale, game.ErrDuplicate, game.ErrUnknown, game.ErrOver, game.ErrNotDue, game.ErrNothingAsked} {
		if errors.Is(err, late) {
			return true
		}
	}
	return false
}

// repeated answers a command that was delivered twice.
func (b *Bot) repeated(ctx context.Context, r *request) chat.Response {
	find := r.shown
	if r.pressed() {
		find = r.controlled
	}
	g, err := find()
	if err != nil {
		return chat.Response{}
	}
	return b.again(ctx, r, g)
}

// errUnknownVerb refuses a word that is no verb, with the verb that it was most
// likely meant for.
func (b *Bot) errUnknownVerb(typed string) error {
	meant := b.nearest(strings.ToLower(quote(typed)))
	return refused("I do not know ", quote(typed), ". Did you mean ", chat.CommandOf(meant), "? ", chat.CommandOf("help"), " shows all.")
}

// nearest is the verb that a mistyped word was most likely meant for.
func (b *Bot) nearest(typed string) string {
	best, least := "help", math.MaxInt
	for _, a := range b.all {
		if d := distance(typed, a.Name); a.typed() && d < least {
			best, least = a.Name, d
		}
	}
	return best
}

// distance is the Levenshtein distance of two words: how many letters to
// insert, delete or replace.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}
