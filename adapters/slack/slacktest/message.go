package slacktest

import (
	"slices"
	"time"
)

// Message is a message in its current state.
type Message struct {
	TS, Channel string // together they identify the message
	Thread      string // TS of the thread's first message, which may be this one; empty outside threads
	Author      string // user ID
	Text        string // as sent, for notifications and screen readers
	Shown       string // all visible text, without markup and escapes
	Blocks      []map[string]any
	For         string // ID of the only user who sees it; empty if all do
	Deleted     bool
	Edits       int
	Notified    []string // IDs of the users that a mention has notified
	Sent        time.Time
}

// Control is a button or a select. Fields that only the other kind has are empty.
type Control struct {
	Type        string // "button" or "static_select"
	ActionID    string
	BlockID     string
	Label       string
	Value       string
	Style       string
	Placeholder string
	Options     []Option
}

// Option is an option of a select.
type Option struct{ Label, Value string }

// Ephemeral reports whether only one user sees the message.
func (m Message) Ephemeral() bool { return m.For != "" }

// Began reports whether the message is in the channel itself, not a reply in a thread.
func (m Message) Began() bool { return m.Thread == "" || m.Thread == m.TS }

type message struct {
	Message
	offered map[string]object // payloads of all controls that the message ever had, by action ID and value
}

// Messages returns the messages that a user sees in a thread, including its first message, or in a
// channel outside threads. The oldest comes first.
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

// AllMessages returns all messages of a channel and its threads, including deleted messages and
// whispers. The oldest comes first.
func (s *Server) AllMessages(w Where) []Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []Message
	for _, m := range s.channels[w.Channel].messages {
		all = append(all, s.copy(m))
	}
	return all
}

// Newest returns up to most of the newest messages of [Server.AllMessages]. It is faster, because it
// leaves Shown empty.
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

// Say writes a user's message in Slack's markup and returns it. The app receives no event.
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

// Delete deletes a message, as a moderator could.
func (s *Server) Delete(w Where, ts string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.channels[w.Channel].find(ts).Deleted = true
}

func (s *Server) copy(m *message) Message {
	copied := m.Message
	copied.Notified = slices.Clone(m.Notified)
	copied.Shown = s.read(m).String()
	return copied
}

func (c *channel) find(ts string) *message {
	for _, m := range slices.Backward(c.messages) {
		if m.TS == ts {
			return m
		}
	}
	return nil
}

// maxRemembered limits the messages of a channel that the fake keeps while validation is off.
const maxRemembered = 256

// post adds an empty message. A reply to a deleted message without replies is outside threads.
func (s *Server) post(c *channel, author *person, thread string) *message {
	if s.Unchecked() && len(c.messages) >= maxRemembered {
		c.messages = append(c.messages[:0], c.messages[maxRemembered/2:]...)
	}
	if root := c.find(thread); root == nil || root.Deleted && root.Thread == "" {
		thread = ""
	} else {
		if root.Thread != "" {
			thread = root.Thread // root may be a reply
		}
		if root.TS == thread {
			root.Thread = thread
		}
	}
	m := &message{Message: Message{TS: s.stamp(), Channel: c.id, Thread: thread, Author: author.ID, Sent: s.Now()}}
	c.messages = append(c.messages, m)
	return m
}

type content struct {
	text   string
	blocks []object
}

// create posts a message of the bot. Only seenBy sees it, or everybody if seenBy is nil.
func (s *Server) create(c *channel, now content, thread string, seenBy *person) *message {
	active := thread == "" || slices.ContainsFunc(c.messages, func(m *message) bool { return m.Thread == thread && m.TS != thread })
	m := s.post(c, c.ws.person(botName), thread)
	m.fill(now)
	if seenBy == nil {
		m.Notified = s.notified(c, m)
		return m
	}
	m.For = seenBy.ID
	if root := c.find(m.Thread); root != nil && !active { // a whisper does not appear in an inactive thread, https://docs.slack.dev/reference/methods/chat.postEphemeral
		root.Thread, m.For = "", "nobody"
	}
	return m
}

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

func (s *Server) json(c *channel, m *message) object {
	author := s.people[m.Author]
	o := object{"type": "message", "user": m.Author, "ts": m.TS, "text": m.Text, "team": c.ws.TeamID}
	if author.BotID != "" {
		o["bot_id"], o["app_id"] = author.BotID, appID
	}
	if len(m.Blocks) > 0 {
		o["blocks"] = m.Blocks
	}
	if m.Thread != "" {
		o["thread_ts"] = m.Thread
	}
	if m.Edits > 0 {
		o["edited"] = object{"user": m.Author, "ts": m.TS}
	}
	return o
}
