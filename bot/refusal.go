package bot

import (
	"fmt"

	"othellobot/bot/card"
	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/words"
)

// refusal is an error that the actor sees. It says what is wrong and what to do next.
type refusal struct {
	said     []words.Message
	games    []game.Unfinished         // games to list below the text
	offers   []parse.Offer             // buttons for what the user can do instead
	controls func(*request) []chat.Row // if not nil, returns the controls to show in place of offers
}

// Error names only the type of the first message, not its text.
func (e *refusal) Error() string { return fmt.Sprintf("refused: %T", e.said[0]) }

func refused(messages ...words.Message) *refusal { return &refusal{said: messages} }

func (e *refusal) offer(label words.Message, action string) *refusal {
	e.offers = append(e.offers, parse.Offer{Label: label, Control: action})
	return e
}

func (e *refusal) offering(controls func(*request) []chat.Row) *refusal {
	e.controls = controls
	return e
}

func (e *refusal) listing(games []game.Unfinished) *refusal {
	e.games = games
	return e
}

func (e *refusal) message(r *request) chat.Message {
	var buttons []chat.Button
	for _, o := range e.offers {
		buttons = append(buttons, card.Button(r.Own, o.Label, o.Control))
	}
	m := message(append(r.Own.Text(e.said...), r.numberedGames(e.games)...), buttons...)
	if e.controls != nil {
		m.Controls = e.controls(r)
	}
	return m
}

// errBadControl refuses a control that is invalid, or that the actor may not use.
var errBadControl = refused(words.OldButton{})

// ErrThinking reports that the engine is too busy for a hint.
var ErrThinking error = refused(words.Thinking{})
