package bot

import (
	"math"
	"strconv"
	"strings"

	"othellobot/game"
	"othellobot/rules"
)

// control is the action of a button or an option, as its text says:
// o1:<game>:<turn>:<verb>[:<arg>]. The game carries the mark of the position, and the
// zeros before the turn that of the message, in a way that versions from before there
// were marks can read.
type control struct {
	game game.ID
	at   game.Moment // for which it was drawn; earlier versions drew no mark
	post uint8       // the mark of the board that it is on, as [postMark] gives it
	verb string
	arg  string
}

// postMark tells a board from those that the slot held shortly before in the same turn,
// by the number of its message. It is 0 if that is, which is any message.
func postMark(post uint32) uint8 {
	const marks = 7 // each is as many bytes in every control
	if post == 0 {
		return 0
	}
	return uint8(1 + post%marks)
}

// aside begins the argument of controls on messages that only the actor sees. Those
// show no game, so that what comes of a press is a message of its own.
const aside = "aside"

// controlVersion begins every action text; a text that begins otherwise is of
// another age.
const controlVersion = "o1"

func (c control) String() string {
	text := controlPrefix(c.game, c.at, c.post) + c.verb
	if c.arg != "" {
		text += ":" + c.arg
	}
	return text
}

// square reports whether the control is one of a move.
func (c control) square() bool {
	_, err := rules.ParseSquare(c.arg)
	return err == nil
}

// parseControl reads what [control.String] wrote, or fails with
// [errBadControl].
func parseControl(text string) (control, error) {
	parts := strings.SplitN(text, ":", 5)
	if len(parts) < 4 || parts[0] != controlVersion {
		return control{}, errBadControl
	}
	id, mark, err := game.ParseMarked(parts[1])
	if err != nil {
		return control{}, errBadControl
	}
	turn, err := strconv.ParseUint(parts[2], 10, 32)
	post := leadingZeros(parts[2])
	if err != nil || post > math.MaxUint8 {
		return control{}, errBadControl
	}
	c := control{game: id, at: game.Moment{Turn: uint32(turn), Mark: mark}, post: uint8(post), verb: parts[3]}
	if len(parts) == 5 {
		c.arg = parts[4]
	}
	return c, nil
}

// leadingZeros is how many zeros stand before a number.
func leadingZeros(number string) int {
	return len(number) - max(1, len(strings.TrimLeft(number, "0")))
}

// readControl finds out what a control does, if its sender may use it.
func (b *Bot) readControl(r *request) error {
	c, err := parseControl(r.Control)
	if err != nil {
		return err
	}
	what, ok := b.actions[c.verb]
	if !ok || what.press == nil || !what.by.has(r.Origin) {
		return errBadControl
	}
	r.control, r.action = c, what
	return nil
}

// controlPrefix begins the text of every control of a game in a moment, on a message
// with a mark or none; the verb follows.
func controlPrefix(id game.ID, at game.Moment, post uint8) string {
	text := append(make([]byte, 0, 32), controlVersion+":"...)
	text = append(id.AppendMarked(text, at.Mark), ':')
	for range post {
		text = append(text, '0')
	}
	return string(append(strconv.AppendUint(text, uint64(at.Turn), 10), ':'))
}

// controlFor is the control of a game as it stands.
func controlFor(g game.Game, verb, arg string) string {
	return control{game: g.ID, at: g.Moment(), verb: verb, arg: arg}.String()
}

// controlled is the game that a control belongs to, which must be of this place.
func (r *request) controlled() (game.Game, error) {
	g, ok := r.room.Find(r.control.game)
	if !ok {
		return game.Game{}, r.room.Without(r.control.game)
	}
	return g, nil
}
