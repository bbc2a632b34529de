package exchange

import (
	"encoding/json"
	"strings"
	"unicode"
)

// maxName limits a name, in runes.
const maxName = 32

// Name returns the first visible name, or "". The result is one line of at most 32 runes, without
// control or formatting characters.
func Name(names ...string) string {
	for _, name := range names {
		shown := strings.Map(func(r rune) rune {
			switch {
			case unicode.IsSpace(r) || blank(r):
				return ' '
			case unicode.IsGraphic(r):
				return r
			default:
				return -1
			}
		}, name)
		runes := []rune(strings.Join(strings.Fields(shown), " "))
		name = strings.TrimSpace(string(runes[:min(len(runes), maxName)]))
		if strings.ContainsFunc(name, func(r rune) bool { return r != ' ' && !unicode.IsMark(r) }) {
			return name
		}
	}
	return ""
}

// blank reports whether a graphic character is drawn as a gap, such as a Hangul filler.
func blank(r rune) bool {
	switch r {
	case '\u2800', '\U0001d159', '\ufffc':
		return true
	}
	return unicode.IsLetter(r) && unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r)
}

// shownFields lists the JSON fields that hold visible text, in the order of VisibleText's result.
var shownFields = strings.Fields("content title pretext description label name value text fields elements footer embeds options" +
	" accessory components blocks message_blocks message_snapshots message attachments")

// VisibleText returns the text that parts of a message show, given their JSON. It ignores unknown fields.
func VisibleText(parts ...json.RawMessage) string {
	var all strings.Builder
	for _, raw := range parts {
		var part any
		if json.Unmarshal(raw, &part) == nil {
			collect(&all, part)
			all.WriteByte('\n')
		}
	}
	lines := strings.FieldsFunc(all.String(), func(c rune) bool { return c == '\n' })
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

func collect(all *strings.Builder, part any) {
	switch part := part.(type) {
	case string:
		all.WriteString(part)
	case []any:
		for _, p := range part {
			collect(all, p)
		}
	case map[string]any:
		if name, ok := part["name"].(string); ok && part["type"] == "emoji" {
			all.WriteString(":" + name + ":")
			return
		}
		if part["label"] != nil {
			delete(part, "value") // the label is shown instead
		}
		for _, field := range shownFields {
			collect(all, part[field])
			if part["type"] != "text" && part["type"] != "link" { // texts and links are parts of a line
				all.WriteByte('\n')
			}
		}
	}
}
