package slacktest

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	slackapi "github.com/slack-go/slack"
)

const (
	typeButton = "button"
	typeSelect = "static_select"
)

// Message is a message in its current state.
type Message struct {
	TS, Channel string // together they identify the message
	Thread      string // TS of the thread's first message, which may be this one; empty outside threads
	Author      string // user ID
	Text        string // as sent, for notifications and screen readers
	Shown       string // visible text except that of controls, without markup and escapes
	Blocks      []map[string]any
	For         string // ID of the only user who sees the message; empty if all do
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
	URL         string // of a link button
	Placeholder string
	Options     []Option
}

// Option is an option of a select.
type Option struct{ Label, Value string }

// Ephemeral reports whether only one user sees the message.
func (m Message) Ephemeral() bool { return m.For != "" }

// inChannel reports whether the message is in the channel itself, not a reply in a thread.
func (m Message) inChannel() bool { return m.Thread == "" || m.Thread == m.TS }

type message struct {
	Message
	offered map[string]object // payloads of all controls that the message ever had, by action ID and value
}

// Messages returns the messages that a user sees in a thread or in a channel, oldest first.
func (s *Server) Messages(w Where, user string) []Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.channels[w.Channel]
	if !c.canRead(user) {
		return nil
	}
	id := c.ws.person(user).ID
	var seen []Message
	for _, m := range c.messages {
		here := m.inChannel() && w.Thread == "" || w.Thread != "" && (m.Thread == w.Thread || m.TS == w.Thread)
		if here && !m.Deleted && (m.For == "" || m.For == id) {
			seen = append(seen, s.copy(m))
		}
	}
	return seen
}

// AllMessages returns all messages of a channel and its threads, even deleted ones, oldest first.
func (s *Server) AllMessages(w Where) []Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []Message
	for _, m := range s.channels[w.Channel].messages {
		all = append(all, s.copy(m))
	}
	return all
}

// Newest returns up to most of the newest messages of [Server.AllMessages], with Shown empty.
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

// create posts a message of the bot. Only seenBy sees it, or everybody if seenBy is nil.
func (s *Server) create(c *channel, f fields, blocks []object, seenBy *person) *message {
	thread := f["thread_ts"]
	active := thread == "" || slices.ContainsFunc(c.messages, func(m *message) bool { return m.Thread == thread && m.TS != thread })
	m := s.post(c, c.ws.person(botName), thread)
	m.fill(f, blocks)
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

func (m *message) edit(f fields, blocks []object) {
	m.fill(f, blocks)
	m.Edits++
}

func (m *message) fill(f fields, blocks []object) {
	m.Text, m.Blocks = f["text"], blocks
	if m.offered == nil {
		m.offered = map[string]object{}
	}
	for _, c := range m.Controls() {
		if c.Type == typeButton {
			m.offered[c.ActionID+" "+c.Value] = c.action(Option{})
		}
		for _, o := range c.Options {
			m.offered[c.ActionID+" "+o.Value] = c.action(o)
		}
	}
}

func (s *Server) json(m *message) object {
	o := object{"type": "message", "user": m.Author, "ts": m.TS, "text": m.Text, "blocks": m.Blocks}
	if m.Thread != "" {
		o["thread_ts"] = m.Thread
	}
	return o
}

func decoded(blocks []object) []slackapi.Block {
	raw, err := json.Marshal(blocks)
	if err != nil {
		panic(err) // the blocks came from JSON
	}
	var all slackapi.Blocks
	_ = json.Unmarshal(raw, &all) // unchecked blocks may be invalid
	return all.BlockSet
}

// Controls returns the buttons and selects of the message, from top to bottom and left to right.
func (m Message) Controls() (all []Control) {
	for _, b := range decoded(m.Blocks) {
		actions, ok := b.(*slackapi.ActionBlock)
		if !ok || actions.Elements == nil {
			continue
		}
		for _, e := range actions.Elements.ElementSet {
			switch e := e.(type) {
			case *slackapi.ButtonBlockElement:
				all = append(all, Control{Type: typeButton, ActionID: e.ActionID, BlockID: b.ID(), Value: e.Value, Style: string(e.Style), URL: e.URL, Label: plain(e.Text)})
			case *slackapi.SelectBlockElement:
				c := Control{Type: typeSelect, ActionID: e.ActionID, BlockID: b.ID(), Placeholder: plain(e.Placeholder)}
				for _, o := range e.Options {
					c.Options = append(c.Options, Option{plain(o.Text), o.Value})
				}
				all = append(all, c)
			}
		}
	}
	return all
}

// blocksOf decodes blocks and adds missing block IDs, as Slack does. It returns an
// error if Slack cannot fetch a picture.
func (s *Server) blocksOf(raw string) (blocks []object, err error) {
	if raw == "" {
		return nil, nil
	}
	if err := json.Unmarshal([]byte(raw), &blocks); err != nil {
		return nil, err
	}
	for _, b := range blocks {
		if b["block_id"] == nil {
			b["block_id"] = s.secret()[:5]
		}
		if address, _ := b["image_url"].(string); address != "" && s.fetches != nil && !s.fetches(address) {
			err = errors.New("a picture that cannot be fetched")
		}
	}
	return blocks, err
}

// FetchPictures makes the fake refuse messages with pictures for which fetches returns false, as Slack does,
// https://github.com/slackapi/python-slack-sdk/issues/1782. The function must not call the fake.
func (s *Server) FetchPictures(fetches func(address string) bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fetches = fetches
}

// escape writes entities for three characters,
// https://docs.slack.dev/messaging/formatting-message-text#escaping.
func escape(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(text)
}

func unescape(text string) string {
	return strings.NewReplacer("&lt;", "<", "&gt;", ">", "&amp;", "&").Replace(text)
}
