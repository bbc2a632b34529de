package slacktest

import (
	"encoding/json"
	"fmt"
	"strings"
)

// block is a block of a message,
// https://docs.slack.dev/reference/block-kit/blocks, of those that the fake knows. Its
// elements are controls or text objects.
type block struct {
	Type     string            `json:"type"`
	BlockID  string            `json:"block_id"`
	Text     *textObject       `json:"text"`
	Elements []json.RawMessage `json:"elements"`
	ImageURL string            `json:"image_url"`
	AltText  string            `json:"alt_text"`
	Title    string            `json:"title"` // of a chart
	Chart    *chart            `json:"chart"`
}

// chart is a chart of lines,
// https://docs.slack.dev/reference/block-kit/blocks/data-visualization-block.
type chart struct {
	Type   string `json:"type"`
	Series []struct {
		Name string `json:"name"`
		Data []struct {
			Label string  `json:"label"`
			Value float64 `json:"value"`
		} `json:"data"`
	} `json:"series"`
	Axis struct {
		Categories []string `json:"categories"`
		XLabel     string   `json:"x_label"`
		YLabel     string   `json:"y_label"`
	} `json:"axis_config"`
}

// textObject is a text,
// https://docs.slack.dev/reference/block-kit/composition-objects/text-object.
type textObject struct {
	Type     string `json:"type"`
	Text     string `json:"text"`
	Emoji    *bool  `json:"emoji"`
	Verbatim bool   `json:"verbatim"`
}

// element is a control,
// https://docs.slack.dev/reference/block-kit/block-elements.
type element struct {
	Type               string      `json:"type"`
	ActionID           string      `json:"action_id"`
	Text               *textObject `json:"text"`
	Value              string      `json:"value"`
	Style              string      `json:"style"`
	AccessibilityLabel string      `json:"accessibility_label"`
	Placeholder        *textObject `json:"placeholder"`
	Options            []option    `json:"options"`
}

type option struct {
	Text        *textObject `json:"text"`
	Value       string      `json:"value"`
	Description *textObject `json:"description"`
}

// Types of controls.
const (
	typeButton = "button"
	typeSelect = "static_select"
)

func decodeBlocks(raw []byte) ([]block, error) {
	if len(raw) == 0 {
		return nil, nil
	}
	var blocks []block
	if err := json.Unmarshal(raw, &blocks); err != nil {
		return nil, fmt.Errorf("blocks: %w", err)
	}
	return blocks, nil
}

// controls gives the controls of a block.
func (b block) controls() ([]element, error) {
	if b.Type != "actions" {
		return nil, nil
	}
	var all []element
	for _, raw := range b.Elements {
		var e element
		if err := json.Unmarshal(raw, &e); err != nil {
			return nil, fmt.Errorf("element: %w", err)
		}
		all = append(all, e)
	}
	return all, nil
}

// named gives blocks as Slack keeps them, each with an id, and each control with
// one too.
func (s *Server) named(raw []byte) ([]object, error) {
	var blocks []object
	if len(raw) == 0 {
		return nil, nil
	}
	if err := json.Unmarshal(raw, &blocks); err != nil {
		return nil, fmt.Errorf("blocks: %w", err)
	}
	for _, b := range blocks {
		if b["block_id"] == nil {
			b["block_id"] = s.secret()[:5]
		}
		elements, _ := b["elements"].([]any)
		for _, e := range elements {
			control, ok := e.(object)
			if ok && (control["type"] == typeButton || control["type"] == typeSelect) && control["action_id"] == nil {
				control["action_id"] = s.secret()[:5]
			}
		}
	}
	return blocks, nil
}

// escaped gives a value as Slack sends it back: in text objects of plain text, the
// three special characters have become entities,
// https://github.com/slackapi/bolt-python/issues/513. It leaves the value alone.
func escaped(value any) any {
	switch value := value.(type) {
	case object:
		copied := object{}
		for key, v := range value {
			copied[key] = escaped(v)
		}
		if text, ok := copied["text"].(string); ok && copied["type"] == "plain_text" {
			copied["text"] = escape(text)
		}
		return copied
	case []object:
		copied := make([]object, len(value))
		for i, v := range value {
			copied[i] = escaped(v).(object)
		}
		return copied
	case []any:
		copied := make([]any, len(value))
		for i, v := range value {
			copied[i] = escaped(v)
		}
		return copied
	default:
		return value
	}
}

// escape writes the three special characters as entities,
// https://docs.slack.dev/messaging/formatting-message-text#escaping.
func escape(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(text)
}

func unescape(text string) string {
	return strings.NewReplacer("&lt;", "<", "&gt;", ">", "&amp;", "&").Replace(text)
}
