package exchange

import (
	"encoding/json"
	"strings"
)

// ShownText returns the text that parts of a message show, which a platform sends as JSON in forms
// that it may add to. Fields with these names hold texts and parts, in their order.
func ShownText(fields []string, parts ...json.RawMessage) string {
	var all strings.Builder
	for _, raw := range parts {
		var part any
		if json.Unmarshal(raw, &part) == nil {
			collect(&all, fields, part)
			endLine(&all)
		}
	}
	return strings.TrimSpace(all.String())
}

func collect(all *strings.Builder, fields []string, part any) {
	switch part := part.(type) {
	case string:
		all.WriteString(part)
	case []any:
		for _, p := range part {
			collect(all, fields, p)
		}
	case map[string]any:
		name, _ := part["name"].(string)
		if part["type"] == "emoji" {
			all.WriteString(":" + name + ":")
			return
		}
		_, labelled := part["label"] // its value is for programs
		for _, field := range fields {
			if labelled && field == "value" {
				continue
			}
			collect(all, fields, part[field])
			if part["type"] != "text" && part["type"] != "link" { // which stand within a line
				endLine(all)
			}
		}
	}
}

func endLine(all *strings.Builder) {
	if all.Len() > 0 && !strings.HasSuffix(all.String(), "\n") {
		all.WriteByte('\n')
	}
}
