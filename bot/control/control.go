package control

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"othellobot/game"
	"othellobot/rules"
)

// Control is the action of a button or an option, written o1:<game>:<turn>:<verb>[:<arg>]. Two marks
// are hidden in this text. Capital letters in the game's id encode At.Mark, and the number of zeros
// before the turn is Post.
type Control struct {
	Game     game.ID
	At       game.Moment // the moment of the game that the message shows
	PostMark uint8       // the mark of the message, as returned by [game.PostMark]; 0 if it has none
	Verb     string
	Arg      string
}

// Private begins the argument of some controls on private messages. The bot answers a press of such a
// control with a new message.
const Private = "aside"

// version begins every control, and changes with the format.
const version = "o1"

var errBad = errors.New("not a control")

// New returns a control that belongs to no game.
func New(verb, arg string) string { return Control{Verb: verb, Arg: arg}.String() }

// For returns a control of a game in its current state.
func For(g game.Game, verb, arg string) string {
	return Control{Game: g.ID, At: g.Moment(), Verb: verb, Arg: arg}.String()
}

// String returns the text for [Parse].
func (c Control) String() string {
	text := Prefix(c.Game, c.At, c.PostMark) + c.Verb
	if c.Arg != "" {
		text += ":" + c.Arg
	}
	return text
}

// HasSquare reports whether the control's argument names a square.
func (c Control) HasSquare() bool {
	_, err := rules.ParseSquare(c.Arg)
	return err == nil
}

// Parse parses the text of [Control.String].
func Parse(text string) (Control, error) {
	parts := strings.SplitN(text, ":", 5)
	if len(parts) < 4 || parts[0] != version {
		return Control{}, errBad
	}
	id, mark, err := game.ParseMarked(parts[1])
	if err != nil {
		return Control{}, errBad
	}
	turn, err := strconv.ParseUint(parts[2], 10, 32)
	post := len(parts[2]) - max(1, len(strings.TrimLeft(parts[2], "0")))
	if err != nil || post > math.MaxUint8 {
		return Control{}, errBad
	}
	c := Control{Game: id, At: game.Moment{Turn: uint32(turn), Mark: mark}, PostMark: uint8(post), Verb: parts[3]}
	if len(parts) == 5 {
		c.Arg = parts[4]
	}
	return c, nil
}

// Prefix returns the text before the verb in a control of a game at a moment. post is the mark of the
// message, as in [Control].
func Prefix(id game.ID, at game.Moment, post uint8) string {
	text := append(make([]byte, 0, 32), version+":"...)
	text = append(id.AppendMarked(text, at.Mark), ':')
	for range post {
		text = append(text, '0')
	}
	return string(append(strconv.AppendUint(text, uint64(at.Turn), 10), ':'))
}

const squareLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

// Pack writes each move as one letter, so that a whole game fits into a control.
func Pack(moves []rules.Square) string {
	text := make([]byte, len(moves))
	for i, s := range moves {
		text[i] = squareLetters[s]
	}
	return string(text)
}

// Unpack reads the text of [Pack]. It reports false unless the moves are legal from the usual start.
func Unpack(text string) (moves []rules.Square, ok bool) {
	for _, c := range []byte(text) {
		s := strings.IndexByte(squareLetters, c)
		if s < 0 {
			return nil, false
		}
		moves = append(moves, rules.Square(s))
	}
	_, err := rules.Replay(rules.Start(), moves)
	return moves, err == nil
}
