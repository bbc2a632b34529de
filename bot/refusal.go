package bot

import (
	"fmt"

	"othellobot/bot/card"
	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/words"
)

// refusal is an error that the actor sees. It says what is wrong and what to do next. The code that
// decides on the refusal also creates it.
type refusal struct {
	said     []words.Message
	games    []game.Unfinished         // listed below the text
	offers   []parse.Offer             // alternatives
	controls func(*request) []chat.Row // replaces offers where controls depend on the request; may be nil
}

// Error names only the type of the first message; the actor sees [refusal.message] instead.
func (e *refusal) Error() string { return fmt.Sprintf("refused: %T", e.said[0]) }

// refused returns a refusal.
func refused(messages ...words.Message) *refusal { return &refusal{said: messages} }

// offer adds a button to the refusal.
func (e *refusal) offer(label words.Message, action string) *refusal {
	e.offers = append(e.offers, parse.Offer{Label: label, Control: action})
	return e
}

// offering gives the refusal controls that depend on the request.
func (e *refusal) offering(controls func(*request) []chat.Row) *refusal {
	e.controls = controls
	return e
}

// listing adds a list of games to the refusal.
func (e *refusal) listing(games []game.Unfinished) *refusal {
	e.games = games
	return e
}

// message returns the refusal as the actor sees it.
func (e *refusal) message(r *request) chat.Message {
	var buttons []chat.Button
	for _, o := range e.offers {
		buttons = append(buttons, card.Button(r.Own, o.Label, o.Control))
	}
	m := message(append(r.Own.Text(e.said...), r.listHere(e.games)...), buttons...)
	if e.controls != nil {
		m.Controls = e.controls(r)
	}
	return m
}

// errBadControl refuses a control that is invalid, or that the actor may not use.
var errBadControl = refused(words.OldButton{})

// ErrThinking reports that the engine is too busy for a hint.
var ErrThinking error = refused(words.Thinking{})
