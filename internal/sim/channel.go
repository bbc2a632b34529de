package sim

import (
	"fmt"
	"slices"

	"othellobot/chat"
	"othellobot/game"
)

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
