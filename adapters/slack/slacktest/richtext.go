package slacktest

import (
	"encoding/json"
	"strings"
)

// richPart is a part of a rich text block,
// https://docs.slack.dev/reference/block-kit/blocks/rich-text-block. Its text is
// shown as it stands.
type richPart struct {
	Type        string            `json:"type"`
	Elements    []json.RawMessage `json:"elements"`
	Text        string            `json:"text"`
	URL         string            `json:"url"`
	UserID      string            `json:"user_id"`
	UsergroupID string            `json:"usergroup_id"`
	Range       string            `json:"range"`
	Name        string            `json:"name"`
	Timestamp   json.Number       `json:"timestamp"`
	Format      string            `json:"format"`
	Fallback    string            `json:"fallback"`
}

func (r *reader) richText(elements []json.RawMessage) {
	for _, raw := range elements {
		var p richPart
		_ = json.Unmarshal(raw, &p)
		r.rich(p)
	}
}

func (r *reader) rich(p richPart) {
	switch p.Type {
	case "text":
		r.WriteString(strings.Map(func(c rune) rune {
			if invisible(c) {
				return -1
			}
			return c
		}, p.Text))
	case "emoji":
		r.WriteString(emoji(p.Name))
	case "link":
		if p.Text == "" {
			p.Text = p.URL
		}
		r.WriteString(p.Text)
	case "user":
		r.mention(p.UserID)
	case "usergroup":
		r.everybody = true
		r.WriteString("@" + p.UsergroupID)
	case "broadcast":
		r.everybody = true
		r.WriteString("@" + p.Range)
	case "date":
		r.WriteString(shownDate([]string{p.Timestamp.String(), p.Format}, p.Fallback))
	case "rich_text_preformatted":
		r.newLine()
		r.richText(p.Elements)
		r.newLine()
	default: // sections, quotes, lists
		r.richText(p.Elements)
	}
}
