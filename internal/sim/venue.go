package sim

import (
	"time"

	"othellobot/chat"
)

// venue is the platform that a channel is on, as its people use it.
type venue interface {
	// seen gives the newest messages of the channel, at most so many, oldest first.
	seen(c *channel, most int) []*message
	// bring has an act on its way to the bot.
	bring(a *act)
	// delete takes a message away.
	delete(c *channel, m *message)
}

// platform is one that adapters speak to.
type platform interface {
	venue
	connect(connected) app
	open(name string, people []string) *channel
	servers() *service
	// rumour has the platform tell something that could be taken for a removal.
	rumour()
}

// newest is how many messages of a channel people look at.
const newest = 16

// nameOf returns somebody's name.
func (c *channel) nameOf(who chat.UserID) string {
	for i, known := range c.people {
		if known == who {
			return names[i]
		}
	}
	return who.ID
}

// names are those of the people of every channel.
var names = []string{"ana", "bo", "cy", "den"}

// model is the platform that does what an adapter may count on, and no more.
type model struct{ *world }

func (model) seen(c *channel, _ int) []*message { return c.messages }

func (w model) bring(a *act) {
	deliver := func() {
		way := w.between(time.Millisecond, 2*w.weather.latency)
		if w.chance(w.weather.lateAct) {
			way = w.between(time.Second, 20*time.Second)
		}
		w.after(way, func() { w.anyHost().receive(a) })
	}
	if !w.chance(w.weather.lostAct) {
		deliver()
	}
	if w.chance(w.weather.doubledAct) {
		deliver()
	}
}

func (model) delete(_ *channel, m *message) { m.gone, m.deleted, m.controls = true, true, nil }
