package slacktest

import (
	"slices"
	"strings"
)

// Where is a channel or a thread. It is comparable.
type Where struct {
	TeamID, Channel string
	Thread          string // timestamp of the thread's first message; empty outside threads
}

// In returns the thread of a message.
func (w Where) In(ts string) Where {
	w.Thread = ts
	return w
}

type kind int

const (
	public kind = iota
	private
	direct // direct message of two users
	group  // direct message of more users
)

type channel struct {
	id, name string
	ws       *Workspace
	kind     kind
	people   []string // names of the members; nil if all users are
	member   bool     // the bot is a member
	archived bool
	messages []*message
}

// Channel returns a public channel with the bot. Like the methods below, it creates the
// channel if necessary.
func (w *Workspace) Channel(name string) Where {
	return w.place(name, channel{kind: public, member: true})
}

// PublicChannel returns a public channel without the bot.
func (w *Workspace) PublicChannel(name string) Where {
	return w.place(name, channel{kind: public})
}

// PrivateChannel returns a private channel without the bot. See [Server.Invite].
func (w *Workspace) PrivateChannel(name string) Where {
	return w.place(name, channel{kind: private})
}

// BotDM returns the direct message between a user and the bot.
func (w *Workspace) BotDM(user string) Where {
	w.s.mu.Lock()
	defer w.s.mu.Unlock()
	return w.botDM(user).where()
}

func (w *Workspace) botDM(user string) *channel {
	return w.ensureChannel("bot and "+user, channel{kind: direct, people: []string{user}, member: true})
}

// PeopleDM returns a direct message between users, without the bot.
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
	return w.ensureChannel(name, c).where()
}

// ensureChannel returns the channel with a name. At the first call it creates c.
func (w *Workspace) ensureChannel(name string, c channel) *channel {
	found := w.places[name]
	if found == nil {
		c.id, c.name, c.ws = w.s.id(c.kind.prefix()), name, w
		found = &c
		w.places[name], w.s.channels[c.id] = found, found
	}
	return found
}

func (k kind) prefix() string {
	if k == direct {
		return "D"
	}
	return "C"
}

func (c *channel) where() Where { return Where{TeamID: c.ws.TeamID, Channel: c.id} }

// Invite makes the bot a member of a channel.
func (s *Server) Invite(w Where) { s.change(w, func(c *channel) { c.member = true }) }

// Kick removes the bot from a channel.
func (s *Server) Kick(w Where) { s.change(w, func(c *channel) { c.member = false }) }

// Archive archives a channel.
func (s *Server) Archive(w Where) { s.change(w, func(c *channel) { c.archived = true }) }

func (s *Server) change(w Where, change func(*channel)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change(s.channels[w.Channel])
}

func (c *channel) canRead(user string) bool {
	if user == botName {
		return c.member
	}
	return c.people == nil || slices.Contains(c.people, user)
}

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
