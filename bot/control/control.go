package control

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"othellobot/game"
	"othellobot/rules"
)

// Control is the action of a button or an option, written o1:<game>:<turn>:<verb>[:<arg>]. The
// game's text carries the mark of the position. Zeros before the turn count the mark of the
// message.
type Control struct {
	Game game.ID
	At   game.Moment // the moment that it was drawn for
	Post uint8       // the mark of its message, as returned by [game.PostMark]
	Verb string
	Arg  string
}

// Aside begins the argument of controls on private messages. These show no game, so a press is
// answered with a new message.
const Aside = "aside"

// version begins every control. Texts with another beginning come from another program version.
const version = "o1"

// ErrBad reports that a text is not a control.
var ErrBad = errors.New("not a control")

// Of returns a control that belongs to no game.
func Of(verb, arg string) string { return Control{Verb: verb, Arg: arg}.String() }

// For returns a control of a game in its current state.
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

// Square reports whether the control's argument is a square.
func (c Control) Square() bool {
	_, err := rules.ParseSquare(c.Arg)
	return err == nil
}

// Parse parses the text of [Control.String]. It fails with [ErrBad].
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

// leadingZeros counts the zeros before a number.
func leadingZeros(number string) int {
	return len(number) - max(1, len(strings.TrimLeft(number, "0")))
}

// Prefix returns the beginning of every control of a game at a moment, on a message with the given
// mark, or 0 for no mark. The verb follows.
func Prefix(id game.ID, at game.Moment, post uint8) string {
	text := append(make([]byte, 0, 32), version+":"...)
	text = append(id.AppendMarked(text, at.Mark), ':')
	for range post {
		text = append(text, '0')
	}
	return string(append(strconv.AppendUint(text, uint64(at.Turn), 10), ':'))
}
