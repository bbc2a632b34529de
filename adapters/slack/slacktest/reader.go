package slacktest

import (
	"encoding/json"
	"slices"
	"strings"
)

// reader reads a message as people do: it collects what can be read, and who is
// mentioned.
type reader struct {
	strings.Builder
	name      func(id string) string // of a user; empty if there is no such user
	mentioned []string               // ids of users
	everybody bool                   // all at once, or a group of them
}

// read reads a message: its blocks, and its text only if it has none,
// https://docs.slack.dev/reference/methods/chat.postMessage#text-blocks-attachments.
func (s *Server) read(m *message) *reader {
	r := &reader{name: func(id string) string {
		if p := s.people[id]; p != nil {
			return p.Name
		}
		return ""
	}}
	if len(m.Blocks) == 0 {
		r.mrkdwn(m.Text, true)
		return r
	}
	raw, err := json.Marshal(m.Blocks)
	if err != nil {
		panic(err) // they were JSON
	}
	r.blocks(raw)
	return r
}

func (r *reader) blocks(raw []byte) {
	blocks, _ := decodeBlocks(raw)
	for _, b := range blocks {
		r.newLine()
		r.object(b.Text)
		switch b.Type {
		case "image":
			r.WriteString(b.AltText)
		case "data_visualization":
			r.WriteString(b.Title)
		case "context":
			r.context(b.Elements)
		}
	}
}

func (r *reader) context(elements []json.RawMessage) {
	for i, raw := range elements {
		if i > 0 {
			r.WriteByte(' ')
		}
		var t textObject
		_ = json.Unmarshal(raw, &t)
		r.object(&t)
	}
}

// object reads a text object.
func (r *reader) object(t *textObject) {
	switch {
	case t == nil:
	case t.Type == "mrkdwn":
		r.mrkdwn(t.Text, t.Verbatim)
	default:
		r.WriteString(plain(t))
	}
}

// newLine begins a new line if one has begun.
func (r *reader) newLine() {
	if r.Len() > 0 && !strings.HasSuffix(r.String(), "\n") {
		r.WriteByte('\n')
	}
}

// mention reads the mention of a user.
func (r *reader) mention(id string) {
	name := r.name(id)
	if name == "" {
		r.WriteString("@unknown-user " + id)
		return
	}
	r.WriteString("@" + name)
	if !slices.Contains(r.mentioned, id) {
		r.mentioned = append(r.mentioned, id)
	}
}

// plain gives a text without markup as it is shown. Only emoji are made of it.
func plain(t *textObject) string {
	if t == nil {
		return ""
	}
	if t.Emoji != nil && !*t.Emoji {
		return t.Text
	}
	return shortcodes(t.Text)
}

// notified gives the ids of the users whom a new message notifies by a mention.
func (s *Server) notified(c *channel, m *message) []string {
	r := s.read(m)
	var all []string
	for _, p := range c.ws.users {
		if p.BotID == "" && c.reads(p.Name) && (r.everybody || slices.Contains(r.mentioned, p.ID)) && p.Name != botName {
			all = append(all, p.ID)
		}
	}
	slices.Sort(all)
	return all
}
