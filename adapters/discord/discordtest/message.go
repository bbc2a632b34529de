package discordtest

import (
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strings"
	"time"
)

// See https://docs.discord.com/developers/resources/message#message-object-message-flags.
const (
	flagEphemeral = 1 << 6
	flagLoading   = 1 << 7
	flagSilent    = 1 << 12
)

// Message is the current state of a message.
type Message struct {
	ID, Channel string
	Author      string // user id
	Content     string
	Rows        []Component // rows of controls
	Attachments []Attachment
	Flags       int
	For         string   // id of the only user who sees it; empty if all users do
	Loading     bool     // the bot "is thinking"
	Deleted     bool     // see [Server.AllMessages]
	Edits       int      // number of changes since the message first showed something
	Notified    []string // ids of the users notified
	Sent        time.Time
	Edited      time.Time // zero if never
}

// Component is a row of controls, or a control.
type Component struct {
	Type        int            `json:"type"`
	Number      int            `json:"id"`
	CustomID    string         `json:"custom_id,omitempty"`
	URL         string         `json:"url,omitempty"`
	Style       int            `json:"style,omitempty"`
	Label       string         `json:"label,omitempty"`
	Placeholder string         `json:"placeholder,omitempty"`
	MinValues   int            `json:"min_values,omitempty"`
	MaxValues   int            `json:"max_values,omitempty"`
	Options     []SelectOption `json:"options,omitempty"`
	Components  []Component    `json:"components,omitempty"`
}

// SelectOption is a line of a select.
type SelectOption struct {
	Label       string `json:"label"`
	Value       string `json:"value"`
	Description string `json:"description,omitempty"`
}

// Attachment is a file of a message.
type Attachment struct {
	ID, Filename, Description string
	Data                      []byte
}

const (
	actionRow      = 1
	button         = 2
	stringSelect   = 3
	linkButton     = 5  // the style of a button
	labelComponent = 18 // a label with a field of a form
)

// Controls returns the buttons and selects, row by row.
func (m Message) Controls() []Component {
	var all []Component
	for _, row := range m.Rows {
		all = append(all, row.Components...)
	}
	return all
}

// Ephemeral reports whether only one user sees the message.
func (m Message) Ephemeral() bool { return m.For != "" }

type message struct {
	Message
	via      *Interaction // the interaction that the message answers; nil if there is no such interaction
	offered  map[string]bool
	mentions []string // ids of users
}

// Messages returns the messages that a user sees in a place, oldest first.
func (s *Server) Messages(w Where, user string) []Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, p := s.channels[w.Channel], s.person(user)
	if !c.reads(user) {
		return nil
	}
	var seen []Message
	for _, m := range c.messages {
		if !m.Deleted && (m.For == "" || m.For == p.ID) {
			seen = append(seen, m.copy())
		}
	}
	return seen
}

// AllMessages returns all messages of a place, oldest first, even deleted ones and whispers.
func (s *Server) AllMessages(w Where) []Message { return s.Newest(w, math.MaxInt) }

// Newest is like [Server.AllMessages], but limits the number of messages.
func (s *Server) Newest(w Where, most int) []Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := s.channels[w.Channel].messages
	var newest []Message
	for _, m := range all[max(0, len(all)-most):] {
		newest = append(newest, m.copy())
	}
	return newest
}

// Say makes a user write a message.
func (s *Server) Say(w Where, user, content string) Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := s.post(s.channels[w.Channel], s.person(user))
	m.Content = content
	return m.copy()
}

// Delete makes a moderator delete a message.
func (s *Server) Delete(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.messages[id].Deleted = true
}

func (m *message) copy() Message {
	copied := m.Message
	copied.Notified = slices.Clone(m.Notified)
	return copied
}

func (s *Server) post(c *channel, author *person) *message {
	m := &message{Message: Message{ID: s.snowflake(), Channel: c.Channel, Author: author.ID, Sent: s.Now()}}
	c.messages = append(c.messages, m)
	s.messages[m.ID] = m
	return m
}

type body struct {
	Content         *string          `json:"content"`
	Components      *[]Component     `json:"components"`
	AllowedMentions *allowedMentions `json:"allowed_mentions"`
	Attachments     *[]struct {
		ID          json.RawMessage `json:"id"` // a number or a text
		Filename    string          `json:"filename"`
		Description string          `json:"description"`
	} `json:"attachments"`
	Flags        int  `json:"flags"`
	Nonce        any  `json:"nonce"`
	EnforceNonce bool `json:"enforce_nonce"`
	files        map[string]Attachment
}

func (m *message) apply(b *body) *failure {
	next := m.Message
	if b.Content != nil {
		next.Content = strings.TrimSpace(*b.Content) // like Discord
	}
	if b.Components != nil {
		number := 0
		next.Rows = numbered(*b.Components, &number)
	}
	next.Attachments = b.attached(m.Attachments)
	if next.Content == "" && len(next.Rows)+len(next.Attachments) == 0 {
		return &failure{400, 50006, "Cannot send an empty message"}
	}
	m.Message = next
	if m.offered == nil {
		m.offered = map[string]bool{}
	}
	for _, c := range m.Controls() {
		m.offered[c.CustomID] = true
	}
	return nil
}

func numbered(all []Component, number *int) []Component {
	all = slices.Clone(all)
	for i := range all {
		*number++
		all[i].Number = *number
		all[i].Components = numbered(all[i].Components, number)
		if all[i].Type == stringSelect {
			all[i].MinValues, all[i].MaxValues = 1, 1
		}
	}
	return all
}

func (b *body) attached(before []Attachment) []Attachment {
	if b.Attachments == nil {
		return slices.AppendSeq(slices.Clone(before), maps.Values(b.files))
	}
	var after []Attachment
	for _, listed := range *b.Attachments {
		id := strings.Trim(string(listed.ID), `"`)
		if file, new := b.files[id]; new {
			file.Description = listed.Description
			after = append(after, file)
		} else if i := slices.IndexFunc(before, func(a Attachment) bool { return a.ID == id }); i >= 0 {
			after = append(after, before[i])
		}
	}
	return after
}

func (s *Server) create(c *channel, b *body, seenBy string) (*message, *failure) {
	m := s.post(c, s.person(botName))
	m.For = seenBy
	m.Flags = b.Flags &^ (flagEphemeral | flagLoading)
	if seenBy != "" {
		m.Flags |= flagEphemeral
	}
	if f := m.apply(b); f != nil {
		delete(s.messages, m.ID)
		c.messages = c.messages[:len(c.messages)-1]
		return nil, f
	}
	m.mentions = s.mentioned(m.Content)
	m.Notified = s.notified(c, m, b.AllowedMentions)
	return m, nil
}

// See https://github.com/discord/discord-api-docs/issues/5497.
func (s *Server) edit(m *message, b *body) *failure {
	if m.Deleted {
		return unknownMessage
	}
	if f := m.apply(b); f != nil {
		return f
	}
	m.mentions = s.mentioned(m.Content)
	if m.Loading {
		m.Loading, m.Flags = false, m.Flags&^flagLoading
		return nil
	}
	m.Edits++
	m.Edited = s.Now()
	return nil
}

func (s *Server) json(m *message) object {
	edited := any(nil)
	if !m.Edited.IsZero() {
		edited = timestamp(m.Edited)
	}
	mentions, files := []any{}, []any{}
	for _, id := range m.mentions {
		mentions = append(mentions, s.person(s.names[id]).json())
	}
	for _, a := range m.Attachments {
		files = append(files, object{
			"id": a.ID, "filename": a.Filename, "description": a.Description, "size": len(a.Data),
			"url": "https://cdn.discordapp.com/" + a.ID, "proxy_url": "https://media.discordapp.net/" + a.ID,
		})
	}
	o := object{
		"id": m.ID, "channel_id": m.Channel, "type": 0, "author": s.person(s.names[m.Author]).json(),
		"content": m.Content, "components": list(m.Rows), "embeds": []any{}, "attachments": files,
		"flags": m.Flags, "mentions": mentions, "mention_roles": []any{}, "mention_everyone": false,
		"pinned": false, "tts": false, "timestamp": timestamp(m.Sent), "edited_timestamp": edited,
	}
	if in := m.via; in != nil {
		o["type"] = 20 // an answer to a command
		if in.source != nil {
			o["type"] = 19 // an answer to a message
			o["message_reference"] = object{"type": 0, "channel_id": m.Channel, "message_id": in.source.ID}
		}
		o["application_id"], o["webhook_id"] = s.app, s.app
		meta := object{
			"id": in.ID, "type": in.kind, "user": s.person(in.user).json(),
			"authorizing_integration_owners": in.owners(),
		}
		if in.source != nil {
			meta["interacted_message_id"] = in.source.ID
		}
		o["interaction_metadata"] = meta
	}
	return o
}

func timestamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000000+00:00") }

func list[T any](all []T) []T {
	if all == nil {
		return []T{}
	}
	return all
}
