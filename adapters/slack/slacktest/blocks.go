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

const (
	typeButton = "button"
	typeSelect = "static_select"
)

// strict decodes JSON into a type of slack-go. It returns an error if slack-go loses part of the JSON,
// such as an unknown field or a null.
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

func decoded(blocks []object) []slackapi.Block {
	raw, err := json.Marshal(blocks)
	if err != nil {
		panic(err) // the blocks came from JSON
	}
	var all slackapi.Blocks
	_ = json.Unmarshal(raw, &all) // unchecked blocks may be invalid
	return all.BlockSet
}

func elementsOf(b slackapi.Block) []slackapi.BlockElement {
	if actions, ok := b.(*slackapi.ActionBlock); ok && actions.Elements != nil {
		return actions.Elements.ElementSet
	}
	return nil
}

// Controls returns the buttons and selects of the message, from top to bottom and left to right.
func (m Message) Controls() (all []Control) {
	for _, b := range decoded(m.Blocks) {
		for _, e := range elementsOf(b) {
			switch e := e.(type) {
			case *slackapi.ButtonBlockElement:
				all = append(all, Control{Type: typeButton, ActionID: e.ActionID, BlockID: b.ID(), Value: e.Value, Style: string(e.Style), Label: plain(e.Text)})
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

// withIDs decodes blocks and adds missing IDs of blocks and controls, as Slack does.
func (s *Server) withIDs(raw []byte) ([]object, error) {
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

// escape writes entities for three characters,
// https://docs.slack.dev/messaging/formatting-message-text#escaping.
func escape(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(text)
}

func unescape(text string) string {
	return strings.NewReplacer("&lt;", "<", "&gt;", ">", "&amp;", "&").Replace(text)
}
