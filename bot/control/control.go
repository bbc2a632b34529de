package control

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"othellobot/game"
	"othellobot/rules"
)

// Control is what a button or an option does, written
// o1:<game>:<turn>:<verb>[:<arg>]. The game carries the mark of the position, and the
// zeros before the turn that of the message.
type Control struct {
	Game game.ID
	At   game.Moment // for which it was drawn
	Post uint8       // the mark of the board that it is on, as [game.PostMark] gives it
	Verb string
	Arg  string
}

// Aside begins the argument of controls on messages that only the actor sees. Those
// show no game, so that what comes of a press is a message of its own.
const Aside = "aside"

// version begins every control. Texts that begin otherwise are from another age.
const version = "o1"

// ErrBad says that a text is no control.
var ErrBad = errors.New("not a control")

// Of is the control of no game.
func Of(verb, arg string) string { return Control{Verb: verb, Arg: arg}.String() }

// For is the control of a game as it stands.
func For(g game.Game, verb, arg string) string {
	return Control{Game: g.ID, At: g.Moment(), Verb: verb, Arg: arg}.String()
}

// String implements [fmt.Stringer].
func (c Control) String() string {
	text := Prefix(c.Game, c.At, c.Post) + c.Verb
	if c.Arg != "" {
		text += ":" + c.Arg
	}
	return text
}

// Square reports whether the control is one of a move.
func (c Control) Square() bool {
	_, err := rules.ParseSquare(c.Arg)
	return err == nil
}

// Parse reads what [Control.String] wrote, or fails with [ErrBad].
func Parse(text string) (Control, error) {
	parts := strings.SplitN(text, ":", 5)
	if len(parts) < 4 || parts[0] != version {
		return Control{}, ErrBad
	}
	id, mark, err := game.ParseMarked(parts[1])
	if err != nil {
		return Control{}, ErrBad
	}
	turn, err := strconv.ParseUint(parts[2], 10, 32)
	post := leadingZeros(parts[2])
	if err != nil || post > math.MaxUint8 {
		return Control{}, ErrBad
	}
	c := Control{Game: id, At: game.Moment{Turn: uint32(turn), Mark: mark}, Post: uint8(post), Verb: parts[3]}
	if len(parts) == 5 {
		c.Arg = parts[4]
	}
	return c, nil
}

// leadingZeros is how many zeros stand before a number.
func leadingZeros(number string) int {
	return len(number) - max(1, len(strings.TrimLeft(number, "0")))
}

// Prefix begins the text of every control of a game in a moment, on a message
// with a mark or none; the verb follows.
func Prefix(id game.ID, at game.Moment, post uint8) string {
	text := append(make([]byte, 0, 32), version+":"...)
	text = append(id.AppendMarked(text, at.Mark), ':')
	for range post {
		text = append(text, '0')
	}
	return string(append(strconv.AppendUint(text, uint64(at.Turn), 10), ':'))
}
