package slacktest

import (
	"slices"
	"time"
)

// Message is a message as it is now.
type Message struct {
	TS, Channel string // together they name it
	Thread      string // time stamp of the message that began the thread; its own if it did
	Author      string // user id
	Text        string // as it was sent: what notifications and screen readers get
	Shown       string // all that can be read in it, without markup and escapes
	Blocks      []map[string]any
	For         string   // id of the one user who sees it; empty for everybody
	Deleted     bool     // see [Server.AllMessages]
	Edits       int      // how often it was changed
	Notified    []string // ids of the users whom it has notified by a mention
	Sent        time.Time
}

// Control is a button or a select.
type Control struct {
	Type        string // "button" or "static_select"
	ActionID    string
	BlockID     string
	Label       string // of a button
	Value       string // of a button
	Style       string
	Placeholder string // of a select
	Options     []Option
}

// Option is a line of a select.
type Option struct{ Label, Value string }

// Ephemeral reports whether only one user sees the message.
func (m Message) Ephemeral() bool { return m.For != "" }

// Began reports whether the message is in the channel itself and not below
// another one.
func (m Message) Began() bool { return m.Thread == "" || m.Thread == m.TS }

type message struct {
	Message
	offered map[string]object // what pressing all the controls gives that it ever had, by action id and value
}

// Messages gives what a user sees in a place, oldest first: in a thread all of it
// with the message that began it, else what is not in a thread.
func (s *Server) Messages(w Where, user string) []Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.channels[w.Channel]
	if !c.reads(user) {
		return nil
	}
	id := c.ws.person(user).ID
	var seen []Message
	for _, m := range c.messages {
		here := m.Began() && w.Thread == "" || w.Thread != "" && (m.Thread == w.Thread || m.TS == w.Thread)
		if here && !m.Deleted && (m.For == "" || m.For == id) {
			seen = append(seen, s.copy(m))
		}
	}
	return seen
}

// AllMessages gives all messages of a channel and its threads, also those that are
// deleted or for one user, oldest first.
func (s *Server) AllMessages(w Where) []Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []Message
	for _, m := range s.channels[w.Channel].messages {
		all = append(all, s.copy(m))
	}
	return all
}

// Newest is like [Server.AllMessages] for the newest messages, at most so many, but
// does not read them: Shown is empty.
func (s *Server) Newest(w Where, most int) []Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := s.channels[w.Channel].messages
	var newest []Message
	for _, m := range all[max(0, len(all)-most):] {
		copied := m.Message
		copied.Notified = slices.Clone(m.Notified)
		newest = append(newest, copied)
	}
	return newest
}

// Say has a user write a message in Slack's markup, and gives it. The app is not
// told of it.
func (s *Server) Say(w Where, user, text string) Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.copy(s.say(w, user, text))
}

func (s *Server) say(w Where, user, text string) *message {
	c := s.channels[w.Channel]
	m := s.post(c, c.ws.person(user), w.Thread)
	m.Text = text
	return m
}

// Delete has a moderator delete a message.
func (s *Server) Delete(w Where, ts string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.channels[w.Channel].find(ts).Deleted = true
}

// copy gives a message for a test to keep.
func (s *Server) copy(m *message) Message {
	copied := m.Message
	copied.Notified = slices.Clone(m.Notified)
	copied.Shown = s.read(m).String()
	return copied
}

// find gives a message by its time stamp, and nil if there is none.
func (c *channel) find(ts string) *message {
	for _, m := range slices.Backward(c.messages) {
		if m.TS == ts {
			return m
		}
	}
	return nil
}

// maxRemembered is how many messages of a channel an unchecked fake keeps.
const maxRemembered = 256

// post makes an empty message. One below a message that is gone, and that had no
// answers, is no longer in a thread.
func (s *Server) post(c *channel, author *person, thread string) *message {
	if s.Unchecked() && len(c.messages) >= maxRemembered {
		c.messages = append(c.messages[:0], c.messages[maxRemembered/2:]...)
	}
	if root := c.find(thread); root == nil || root.Deleted && root.Thread == "" {
		thread = ""
	} else {
		if root.Thread != "" {
			thread = root.Thread // an answer's time stamp means the same thread
		}
		if root.TS == thread {
			root.Thread = thread
		}
	}
	m := &message{Message: Message{TS: s.stamp(), Channel: c.id, Thread: thread, Author: author.ID, Sent: s.Now()}}
	c.messages = append(c.messages, m)
	return m
}

// content holds the parts of a message.
type content struct {
	text   string
	blocks []object
}

// create posts a message of the bot, seen by one user alone if there is one.
func (s *Server) create(c *channel, now content, thread string, seenBy *person) *message {
	active := thread == "" || slices.ContainsFunc(c.messages, func(m *message) bool { return m.Thread == thread && m.TS != thread })
	m := s.post(c, c.ws.person(botName), thread)
	m.fill(now)
	if seenBy == nil {
		m.Notified = s.notified(c, m)
		return m
	}
	m.For = seenBy.ID
	if root := c.find(m.Thread); root != nil && !active {
		// https://docs.slack.dev/reference/methods/chat.postEphemeral: a whisper in
		// a thread is shown only if there is already an active thread.
		root.Thread, m.For = "", "nobody"
	}
	return m
}

// edit changes a message. Nobody is notified.
func (m *message) edit(now content) {
	m.fill(now)
	m.Edits++
}

func (m *message) fill(now content) {
	m.Text, m.Blocks = now.text, now.blocks
	if m.offered == nil {
		m.offered = map[string]object{}
	}
	for _, c := range m.Controls() {
		for _, value := range c.values() {
			m.offered[c.ActionID+" "+value] = c.action(value)
		}
	}
}

// json is the message as Slack sends it.
func (s *Server) json(c *channel, m *message) object {
	author := s.people[m.Author]
	o := object{"type": "message", "user": m.Author, "ts": m.TS, "text": m.Text, "team": c.ws.TeamID}
	if author.BotID != "" {
		o["bot_id"], o["app_id"] = author.BotID, appID
	}
	if len(m.Blocks) > 0 {
		o["blocks"] = escaped(m.Blocks)
	}
	if m.Thread != "" {
		o["thread_ts"] = m.Thread
	}
	if m.Edits > 0 {
		o["edited"] = object{"user": m.Author, "ts": m.TS}
	}
	return o
}
