package slacktest

import (
	"slices"
	"strings"

	slackapi "github.com/slack-go/slack"
)

type reader struct {
	strings.Builder
	name      func(id string) string // returns a user's name, or "" if the user is unknown
	mentioned []string               // user IDs
	everybody bool                   // the message mentions a whole channel or a group
}

// read reads the blocks of a message, or the text of a message without blocks,
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
	r.blocks(decoded(m.Blocks))
	return r
}

func (r *reader) blocks(all []slackapi.Block) {
	for _, b := range all {
		r.newLine()
		switch b := b.(type) {
		case *slackapi.SectionBlock:
			r.object(b.Text)
		case *slackapi.ImageBlock:
			r.WriteString(b.AltText)
		case *slackapi.DataVisualizationBlock:
			r.WriteString(b.Title)
		case *slackapi.ContextBlock:
			for i, e := range b.ContextElements.Elements {
				if i > 0 {
					r.WriteByte(' ')
				}
				t, _ := e.(*slackapi.TextBlockObject)
				r.object(t)
			}
		}
	}
}

func (r *reader) object(t *slackapi.TextBlockObject) {
	switch {
	case t == nil:
	case t.Type == slackapi.MarkdownType:
		r.mrkdwn(t.Text, t.Verbatim)
	default:
		r.WriteString(plain(t))
	}
}

func (r *reader) newLine() {
	if r.Len() > 0 && !strings.HasSuffix(r.String(), "\n") {
		r.WriteByte('\n')
	}
}

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

func plain(t *slackapi.TextBlockObject) string {
	if t == nil {
		return ""
	}
	if t.Emoji != nil && !*t.Emoji {
		return t.Text
	}
	return shortcodes(t.Text)
}

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
