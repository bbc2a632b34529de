package slacktest

import (
	"slices"
	"strings"
)

// Where is a place in which the bot can be used. It can be compared.
type Where struct {
	TeamID, Channel string
	Thread          string // time stamp of the message that began it; empty outside
}

// In gives the thread below a message.
func (w Where) In(ts string) Where {
	w.Thread = ts
	return w
}

// kind tells channels, direct messages and the like apart.
type kind int

const (
	public kind = iota
	private
	direct // two, one of whom may be the bot
	group  // more than two
)

type channel struct {
	id, name string
	ws       *Workspace
	kind     kind
	people   []string // names, where not everybody is
	member   bool     // the bot is
	archived bool
	messages []*message
}

// Channel gives a public channel that has the bot as a member. It is made at its
// first mention, and so with all other places.
func (w *Workspace) Channel(name string) Where {
	return w.place(name, channel{kind: public, member: true})
}

// PublicChannel gives a public channel to which the bot was never invited.
func (w *Workspace) PublicChannel(name string) Where {
	return w.place(name, channel{kind: public})
}

// PrivateChannel gives a private channel to which the bot was never invited. See
// [Server.Invite].
func (w *Workspace) PrivateChannel(name string) Where {
	return w.place(name, channel{kind: private})
}

// BotDM gives the conversation of a user with the bot alone.
func (w *Workspace) BotDM(user string) Where {
	w.s.mu.Lock()
	defer w.s.mu.Unlock()
	return w.botDM(user).where()
}

func (w *Workspace) botDM(user string) *channel {
	return w.find("bot and "+user, channel{kind: direct, people: []string{user}, member: true})
}

// PeopleDM gives the conversation of some users, in which the bot is no member.
func (w *Workspace) PeopleDM(users ...string) Where {
	c := channel{kind: direct, people: users}
	if len(users) > 2 {
		c.kind = group
	}
	return w.place("mpdm-"+strings.Join(users, "--")+"-1", c)
}

func (w *Workspace) place(name string, c channel) Where {
	w.s.mu.Lock()
	defer w.s.mu.Unlock()
	return w.find(name, c).where()
}

// find gives a channel by its name, or makes it.
func (w *Workspace) find(name string, c channel) *channel {
	found := w.places[name]
	if found == nil {
		c.id, c.name, c.ws = w.s.id(c.kind.prefix()), name, w
		found = &c
		w.places[name], w.s.channels[c.id] = found, found
	}
	return found
}

// prefix is how the ids of such channels begin.
func (k kind) prefix() string {
	if k == direct {
		return "D"
	}
	return "C"
}

func (c *channel) where() Where { return Where{TeamID: c.ws.TeamID, Channel: c.id} }

// Invite makes the bot a member of a channel.
func (s *Server) Invite(w Where) { s.change(w, func(c *channel) { c.member = true }) }

// Kick takes the bot out of a channel.
func (s *Server) Kick(w Where) { s.change(w, func(c *channel) { c.member = false }) }

// Archive archives a channel.
func (s *Server) Archive(w Where) { s.change(w, func(c *channel) { c.archived = true }) }

func (s *Server) change(w Where, change func(*channel)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change(s.channels[w.Channel])
}

// reads reports whether a user is in the channel.
func (c *channel) reads(user string) bool {
	if user == botName {
		return c.member
	}
	return c.people == nil || slices.Contains(c.people, user)
}

// shownName is the channel's name as deliveries have it.
func (c *channel) shownName() string {
	switch c.kind {
	case direct:
		return "directmessage"
	case private:
		return "privategroup"
	default:
		return c.name
	}
}
