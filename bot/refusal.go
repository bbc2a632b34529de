package bot

import (
	"fmt"

	"othellobot/bot/card"
	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/words"
)

// refusal is an error that whoever asked is told: what is wrong, and what to do next.
// It is made where the refusal is decided.
type refusal struct {
	said     []words.Message
	games    []game.Unfinished         // that are listed below
	offers   []parse.Offer             // what can be done instead
	controls func(*request) []chat.Row // instead of offers, where they depend on the request; or nil
}

// Error implements error.
func (e *refusal) Error() string { return fmt.Sprintf("refused: %T", e.said[0]) }

// refused makes a refusal.
func refused(messages ...words.Message) *refusal { return &refusal{said: messages} }

// offer is the refusal with a button.
func (e *refusal) offer(label words.Message, action string) *refusal {
	e.offers = append(e.offers, parse.Offer{Label: label, Control: action})
	return e
}

// offering is the refusal with controls.
func (e *refusal) offering(controls func(*request) []chat.Row) *refusal {
	e.controls = controls
	return e
}

// listing is the refusal with a list of games.
func (e *refusal) listing(games []game.Unfinished) *refusal {
	e.games = games
	return e
}

// message is the refusal as the actor sees it.
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

// errBadControl refuses a control that nobody can use, or not so.
var errBadControl = refused(words.OldButton{})

// ErrThinking says that an engine has too much to do for a hint.
var ErrThinking error = refused(words.Thinking{})
