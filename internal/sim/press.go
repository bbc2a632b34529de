package sim

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/puzzle"
	"othellobot/rules"
)

func (c *channel) someone() chat.UserID { return c.people[c.world.random.IntN(len(c.people))] }

// running returns the running game, as the judge knows it, or nil.
func (c *channel) running() *match { return c.world.judge.running[game.Place(c.place.String())] }

// do sends a user's act to the bot. It may reach one process, two or none.
func (c *channel) do(what string, action chat.Action) *act {
	w := c.world
	w.acts++
	action.Delivery = chat.Delivery("d" + strconv.Itoa(w.acts))
	a := &act{number: w.acts, channel: c, action: action, what: what, moves: rules.NoSquare}
	if w.story != nil {
		w.narrate(a.at(), "%s %s (act %d)", c.nameOf(action.User), a.text(), a.number)
	}
	c.venue.bring(a)
	return a
}

func (a *act) text() string {
	if control := a.action.Control; control != "" {
		parts := strings.Split(control, ":")
		id, _ := game.ParseID(parts[1])
		number := a.channel.world.judge.number(id)
		return fmt.Sprintf("presses %s on %s, of turn %s of game %d", strings.Join(parts[3:], " "), a.action.Message, parts[2], number)
	}
	words := "types"
	for _, word := range a.action.Tokens {
		words += " " + word.Text + a.channel.nameOf(word.User)
	}
	return words
}

func (c *channel) typed(who chat.UserID, what string, words ...chat.Token) *act {
	return c.do(what, chat.Action{User: who, Place: c.place, Tokens: words})
}

func (c *channel) press(who chat.UserID, m *message, control string) {
	a := c.do(verbOf(control), chat.Action{User: who, Place: c.place, Control: control, Message: m.ref})
	if a.what == "move" || a.what == "play" {
		a.moves, _ = rules.ParseSquare(control[strings.LastIndexByte(control, ':')+1:])
		a.saw = c.world.judge.position(m.shows)
	}
	c.pressed = a
}

// again repeats the last press.
func (c *channel) again() {
	a := c.do(c.pressed.what, c.pressed.action)
	a.moves, a.saw = c.pressed.moves, c.pressed.saw
}

func (c *channel) holder(p game.Player) (chat.UserID, bool) {
	for _, who := range c.people {
		if game.Player(who.String()) == p {
			return who, true
		}
	}
	return chat.UserID{}, false
}

// pressAny presses a control with one of the verbs, or any, on a recent message. It reports whether it did.
func (c *channel) pressAny(who chat.UserID, verbs ...string) bool {
	for _, m := range slices.Backward(c.venue.seen(c, newest)) {
		if m.only != (chat.UserID{}) && m.only != who || len(verbs) == 0 && c.world.chance(0.7) {
			continue
		}
		if c.pressOne(who, m, verbs...) {
			return true
		}
	}
	return false
}

func (c *channel) pressMove(who chat.UserID, g game.Game) bool {
	for _, m := range slices.Backward(c.venue.seen(c, newest)) {
		if m.shows.Game == chat.GameID(g.ID.String()) && m.shows.Slot == chat.SlotBoard && c.pressOne(who, m, "move") {
			return true
		}
	}
	return false
}

// pressLater lets a user press a square later, on the board as it looks now.
func (c *channel) pressLater(g game.Game) {
	for _, m := range slices.Backward(c.venue.seen(c, newest)) {
		if m.shows.Game != chat.GameID(g.ID.String()) || m.shows.Slot != chat.SlotBoard {
			continue
		}
		now := *m
		now.controls = slices.Clone(m.controls)
		who, ok := c.holder(g.Player(g.Position().ToMove))
		if !ok {
			who = c.someone()
		}
		c.world.after(c.world.between(time.Second, 20*time.Second), func() {
			if !c.world.closing {
				c.pressOne(who, &now, "move")
			}
		})
		return
	}
}

// pressOne presses a control of a message with one of the verbs, or any. It reports whether it did.
func (c *channel) pressOne(who chat.UserID, m *message, verbs ...string) bool {
	controls := slices.DeleteFunc(slices.Clone(m.controls), func(control string) bool {
		return len(verbs) > 0 && !slices.Contains(verbs, verbOf(control))
	})
	if len(controls) == 0 {
		return false
	}
	c.press(who, m, controls[c.world.random.IntN(len(controls))])
	return true
}

// solve lets a user press a control of a puzzle in view, or ask for the daily puzzle. About half of the
// answers are right. Users sometimes press twice, or think for long.
func (c *channel) solve(who chat.UserID) {
	w := c.world
	for _, m := range slices.Backward(c.venue.seen(c, newest)) {
		if m.only != (chat.UserID{}) && m.only != who {
			continue
		}
		control, ok := c.choose(m)
		switch {
		case !ok:
			continue
		case w.chance(0.15):
			w.after(w.between(time.Second, 3*time.Minute), func() {
				if !w.closing {
					c.press(who, m, control)
				}
			})
		default:
			c.press(who, m, control)
			if w.chance(0.2) {
				c.again()
			}
		}
		return
	}
	c.typed(who, "puzzle", text("puzzle"))
}

func (c *channel) choose(m *message) (string, bool) {
	var controls []string
	right, found := c.world.chance(0.5), ""
	for _, control := range m.controls {
		id, deed, ok := puzzleOf(control)
		if verbOf(control) != "puzzle" {
			continue
		}
		controls = append(controls, control)
		if ok && deed == puzzle.At(id.Grade, id.Number).Best.String() {
			found = control
		}
	}
	switch {
	case len(controls) == 0:
		return "", false
	case right && found != "":
		return found, true
	default:
		return controls[c.world.random.IntN(len(controls))], true
	}
}

func crowd(size int) []string {
	names := []string{"ana", "bo", "cy", "den"}
	for n := len(names); n < size; n++ {
		names = append(names, fmt.Sprint("p", n))
	}
	return names[:size]
}

func (c *channel) nameOf(who chat.UserID) string {
	if i := slices.Index(c.people, who); i >= 0 {
		return c.names[i]
	}
	return who.ID
}

// newest is the number of messages in a channel that users look at.
const newest = 16

func (c *channel) find(ref chat.MessageRef) *message {
	for _, m := range slices.Backward(c.messages) {
		if m.ref == ref {
			return m
		}
	}
	return nil
}

// drawLength draws the length of the next game.
func (c *channel) drawLength() {
	c.plies = 18 + c.world.random.IntN(10)
	if c.world.chance(0.03) {
		c.plies = 60
	}
}

// gameEnded counts a game of the channel as over and draws the length of the next one.
func (w *world) gameEnded(at game.Place) {
	place, _ := chat.ParsePlace(string(at))
	if c := w.channels[place]; c != nil {
		c.games--
		c.drawLength()
	}
}

func (a *act) at() game.Place { return game.Place(a.channel.place.String()) }

// pressKey identifies a press: the control and the user.
func (a *act) pressKey() string { return a.action.Control + " " + a.action.User.ID }

func (a *act) attempt(p *process) *attempt {
	w := p.world
	w.attempts++
	try := &attempt{act: a, number: w.attempts, process: p, began: w.now(), repeated: slices.Contains(a.reached, p)}
	a.reached = append(a.reached, p)
	return try
}
