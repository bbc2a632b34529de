package linear

import (
	"fmt"

	"github.com/anishathalye/porcupine"

	"othellobot/game"
	"othellobot/rules"
)

type deed string

// The kinds of requests. All except press and look are commands, which have delivery ids.
const (
	starts deed = "start"
	stops  deed = "stop"
	moves  deed = "move"
	undoes deed = "undo"
	press  deed = "press"
	look   deed = "board"
)

// input is a delivery of a request.
type input struct {
	place    int
	deed     deed
	by       int
	square   rules.Square
	delivery int     // number of a command in its place
	game     game.ID // game of a press
	turn     uint32
}

type reply string

const (
	shown     reply = "shown"     // the current game
	asked     reply = "asked"     // the other side is asked for consent
	repeated  reply = "repeated"  // the command has been carried out before
	elsewhere reply = "elsewhere" // the request was carried out, and another message shows the result
	silent    reply = "silent"    // the answer only says that the process had this delivery before
	refused   reply = "refused"
	failed    reply = "failed"
)

// output is the answer to a delivery.
type output struct {
	reply   reply
	game    game.ID
	version uint32
	board   rules.Position
	over    bool
	words   string // text of a refusal or failure; ignored by the model
}

// maxDeliveries is how many deliveries a room remembers if all have the same time.
const maxDeliveries = 256

// model is the state of a place, with the commands that changed something.
type model struct {
	active, last match
	delivered    [maxDeliveries / 64]uint64
}

// step returns the state of the place after a delivery, and reports whether the answer fits.
func (m model) step(in input, out output) (model, bool) {
	if out.reply == silent {
		return m, true
	}
	switch in.deed {
	case press:
		return m.press(in, out)
	case look:
		g, ok := m.shown()
		if !ok {
			return m, out.reply == refused
		}
		g.version++ // the message that shows it raises the version
		return m.with(g), out.shows(g)
	}
	if m.knows(in.delivery) {
		return m, out.reply == repeated
	}
	// The bot decides the next two cases by the room that it has loaded. Another process may store a move
	// or the end of the game meanwhile.
	if in.deed == stops && m.active.asksFirst() && out.reply == refused {
		return m, true
	}
	if again, ok := m.shown(); ok && in.deed == starts && again.starter == in.by {
		again.version++ // the new message raises the version
		if out.shows(again) {
			m.delivered[in.delivery/64] |= 1 << (in.delivery % 64)
			return m.with(again), true
		}
	}
	after, ok := m.command(in, out.game)
	if !ok {
		return m, out.reply == refused
	}
	after.delivered[in.delivery/64] |= 1 << (in.delivery % 64)
	if g, _ := after.shown(); g.asker != m.active.asker && g.asker != 0 {
		return after, out.reply == asked
	}
	g, _ := after.shown()
	return after, out.shows(g)
}

func (m model) knows(delivery int) bool { return m.delivered[delivery/64]>>(delivery%64)&1 == 1 }

// shown returns the game that a place shows, or false if no game was started yet.
func (m model) shown() (match, bool) {
	if m.active.id != 0 {
		return m.active, true
	}
	return m.last, m.last.id != 0
}

func (m model) with(g match) model {
	if m.active = g; g.over {
		m.active, m.last = match{}, g
	}
	return m
}

// command returns false if the command is refused. A new game gets the id in the answer.
func (m model) command(in input, begun game.ID) (model, bool) {
	if in.deed == starts {
		if m.active.id != 0 || begun == 0 || begun == m.last.id {
			return m, false
		}
		return m.with(newMatch(begun, in.by)), true
	}
	after, ok := m.active, m.active.id != 0
	if !ok {
		return m, false
	}
	switch in.deed {
	case stops:
		after = after.stop()
	case moves:
		after, ok = after.play(in.by, in.square)
	case undoes:
		after, ok = after.takeBack(in.by)
	}
	return m.with(after), ok
}

// press makes a move. A repeated press shows nothing: the answer does not say which message has the button.
func (m model) press(in input, out output) (model, bool) {
	switch g := m.active; {
	case in.game == 0:
		return m, out.reply == refused
	case in.game == m.last.id && m.last.made(in.turn, in.by, in.square):
		return m, out.reply == repeated
	case in.game != g.id:
		return m, out.reply == refused
	case in.turn != g.turn && g.made(in.turn, in.by, in.square):
		return m, out.reply == repeated
	case in.turn != g.turn:
		return m, out.reply == refused
	default:
		after, ok := g.play(in.by, in.square)
		if !ok {
			return m, out.reply == refused
		}
		// The board may have been replaced in that turn; no answer says which message shows which board.
		return m.with(after), out.shows(after) || out.reply == elsewhere
	}
}

func (o output) shows(m match) bool {
	return o.reply == shown && o.game == m.id && o.version == m.version && o.board == m.board && o.over == m.over
}

// specification is the model for Porcupine.
var specification = porcupine.Model{
	Partition: partitioned(func(in any) int { return in.(input).place }),
	Init:      func() any { return model{} },
	Step: func(state, in, out any) (bool, any) {
		after, fits := state.(model).step(in.(input), out.(output))
		return fits, after
	},
	DescribeOperation: func(in, out any) string { return fmt.Sprintf("%+v → %+v", in, out) },
	DescribeState: func(state any) string {
		g, _ := state.(model).shown()
		return fmt.Sprintf("%v, version %d, turn %d, %d moves", g.id, g.version, g.turn, len(g.moves))
	},
}
