package slacktest

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	slackapi "github.com/slack-go/slack"
)

// Types of controls.
const (
	typeButton = "button"
	typeSelect = "static_select"
)

// strict decodes JSON into a type of slack-go. It returns an error if encoding the result does not
// give the same JSON, as for unknown fields, nulls or values.
func strict(raw []byte, into any) error {
	if !utf8.Valid(raw) {
		return errors.New("is no UTF-8")
	}
	if err := json.Unmarshal(raw, into); err != nil {
		return err
	}
	again, err := json.Marshal(into)
	if err != nil {
		return err
	}
	var sent, known any
	if err := errors.Join(json.Unmarshal(raw, &sent), json.Unmarshal(again, &known)); err != nil {
		return err
	}
	if !reflect.DeepEqual(sent, known) {
		return fmt.Errorf("is not all known to slack-go: -sent +known %s", cmp.Diff(sent, known))
	}
	return nil
}

// decoded returns checked blocks as slack-go's types.
func decoded(blocks []object) []slackapi.Block {
	raw, err := json.Marshal(blocks)
	if err != nil {
		panic(err) // the blocks came from JSON
	}
	var all slackapi.Blocks
	_ = json.Unmarshal(raw, &all) // unchecked blocks may be invalid
	return all.BlockSet
}

// elementsOf returns the controls of a block, which may be nil.
func elementsOf(b *slackapi.ActionBlock) []slackapi.BlockElement {
	if b == nil || b.Elements == nil {
		return nil
	}
	return b.Elements.ElementSet
}

// Controls returns the buttons and selects, from top to bottom and left to right.
func (m Message) Controls() (all []Control) {
	for _, b := range decoded(m.Blocks) {
		actions, _ := b.(*slackapi.ActionBlock)
		for _, e := range elementsOf(actions) {
			switch e := e.(type) {
			case *slackapi.ButtonBlockElement:
				all = append(all, Control{
					Type: typeButton, ActionID: e.ActionID, BlockID: actions.BlockID, Value: e.Value, Style: string(e.Style), Label: plain(e.Text),
				})
			case *slackapi.SelectBlockElement:
				c := Control{Type: typeSelect, ActionID: e.ActionID, BlockID: actions.BlockID, Placeholder: plain(e.Placeholder)}
				for _, o := range e.Options {
					c.Options = append(c.Options, Option{plain(o.Text), o.Value})
				}
				all = append(all, c)
			}
		}
	}
	return all
}

// named decodes blocks and adds missing IDs of blocks and controls, as Slack does.
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

// escaped returns a copy of value as Slack sends it back: in plain text objects, the three special
// characters are entities, https://github.com/slackapi/bolt-python/issues/513.
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

// escape replaces the three special characters with entities,
// https://docs.slack.dev/messaging/formatting-message-text#escaping.
func escape(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(text)
}

func unescape(text string) string {
	return strings.NewReplacer("&lt;", "<", "&gt;", ">", "&amp;", "&").Replace(text)
}
