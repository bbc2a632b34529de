package slacktest

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	slackapi "github.com/slack-go/slack"
)

// Limits of messages and views, in items or characters,
// https://docs.slack.dev/reference/block-kit/blocks, https://docs.slack.dev/reference/views and
// https://docs.slack.dev/reference/methods/chat.postMessage#truncating.
const (
	maxText           = 4000   // recommended limit
	maxAllBlocks      = 13_000 // undocumented, https://github.com/slackapi/bolt-js/issues/2509
	maxBlocks         = 50
	maxCharts         = 2
	maxTextObject     = 3000 // text of a section
	maxContext        = 10   // elements of a context block
	maxElements       = 25   // elements of an actions block
	maxID             = 255  // ID of a block or an action
	maxLabel          = 75   // label of a button or an option
	maxValue          = 2000
	maxURL            = 3000
	maxAltText        = 2000
	maxAccessibility  = 75
	maxOptions        = 100
	maxOptionValue    = 150
	maxPlaceholder    = 150
	maxInputLabel     = 2000
	maxInput          = 3000
	maxViewBlocks     = 100
	maxViewTitle      = 24
	maxViewMetadata   = 3000
	maxSocketResponse = 20_000 // bytes of a frame
)

// Methods outside the Web API whose messages [Check] knows.
const (
	MethodResponse = "response_url"    // a message sent to a response address
	MethodAck      = "acknowledgement" // a message in the acknowledgement of a command
)

// Check returns the violations of Slack's rules that it finds in the JSON arguments of a method.
func Check(method string, body []byte) []string {
	f, err := jsonFields(body)
	if err != nil {
		return []string{err.Error()}
	}
	return check(method, f)
}

func check(method string, f fields) []string {
	var p problems
	required := map[string][]string{
		"chat.postMessage": {"channel"}, "chat.postEphemeral": {"channel", "user"}, "chat.update": {"channel", "ts", "parse", "blocks"},
		"chat.delete": {"channel", "ts"},
	}[method]
	for _, name := range required {
		p.need(f[name] != "", "%s: is missing", name)
	}
	switch method {
	case "views.publish":
		p.view(f["view"], slackapi.VTHomeTab)
	case "views.open", "views.update":
		p.view(f["view"], slackapi.VTModal)
	case "chat.postMessage", "chat.postEphemeral", "chat.update", MethodAck, MethodResponse:
		p.message(f)
	}
	if id, given := f[clientMsgID]; given {
		p.need(method == "chat.postMessage" && clientMsgIDForm.MatchString(id), "%s: %q is no UUID, or nothing that %s takes", clientMsgID, id, method)
	}
	return p
}

type problems []string

func (p *problems) add(format string, values ...any) { *p = append(*p, fmt.Sprintf(format, values...)) }

func (p *problems) need(ok bool, format string, values ...any) {
	if !ok {
		p.add(format, values...)
	}
}

func (p *problems) count(what string, n, most int) {
	p.need(n > 0 && n <= most, "%s: there are %d, from 1 to %d are allowed", what, n, most)
}

func (p *problems) length(what, text string, shortest, longest int) {
	n := utf8.RuneCountInString(text)
	p.need(n >= shortest, "%s: is empty", what)
	p.need(n <= longest, "%s: has %d characters, at most %d are allowed", what, n, longest)
}

// once checks that an ID is not among the seen IDs, and adds it. Slack generates an ID if it is empty.
func (p *problems) once(what, id string, seen map[string]bool) {
	p.length(what, id, 0, maxID)
	p.need(id == "" || !seen[id], "%s: %q is there twice", what, id)
	seen[id] = true
}

// message checks a message. Slack turns names into mentions unless parse is "none". In an update the
// default is "client". See https://docs.slack.dev/reference/methods/chat.update and
// https://docs.slack.dev/messaging/formatting-message-text#automatic-parsing.
func (p *problems) message(f fields) {
	p.length("text", f["text"], 1, maxText)
	p.mrkdwn("text", f["text"], true)
	p.need(f["link_names"] == "", "link_names: makes mentions of names")
	p.need(f["parse"] == "" || f["parse"] == "none", "parse: %q makes mentions of names", f["parse"])
	p.need(slices.Contains([]string{"", "ephemeral", "in_channel"}, f["response_type"]), "response_type: %q is none", f["response_type"])
	raw := f["blocks"]
	if raw == "" {
		return
	}
	n := utf8.RuneCountInString(raw)
	p.need(n <= maxAllBlocks, "blocks: have %d characters in all, at most %d are taken", n, maxAllBlocks)
	var blocks slackapi.Blocks
	if err := strict(raw, &blocks); err != nil {
		p.add("blocks: %v", err)
		return
	}
	p.blocks("blocks", blocks.BlockSet, maxBlocks)
}

func (p *problems) view(raw string, kind slackapi.ViewType) {
	var v slackapi.ModalViewRequest // the view of an App Home has fewer fields
	if err := strict(raw, &v); err != nil {
		p.add("view: %v", err)
		return
	}
	p.need(v.Type == kind, "view.type: is %q, want %q", v.Type, kind)
	p.need((v.Title != nil) == (kind == slackapi.VTModal), "view.title: a modal has one, and nothing else")
	p.optional("view.title", v.Title, maxViewTitle)
	p.optional("view.submit", v.Submit, maxViewTitle)
	p.length("view.private_metadata", v.PrivateMetadata, 0, maxViewMetadata)
	p.blocks("view.blocks", v.Blocks.BlockSet, maxViewBlocks)
	asks := slices.ContainsFunc(v.Blocks.BlockSet, func(b slackapi.Block) bool { return b.BlockType() == slackapi.MBTInput })
	p.need(!asks || v.Submit != nil, "view.submit: is missing, and there is something to send")
}

// strict decodes JSON into a type of slack-go. It returns an error if slack-go loses part of the JSON,
// such as an unknown field or a null.
func strict(text string, into any) error {
	raw := []byte(text)
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

func (p *problems) blocks(where string, all []slackapi.Block, most int) {
	p.count(where, len(all), most)
	ids, actions, charts := map[string]bool{}, map[string]bool{}, 0
	for i, b := range all {
		at := fmt.Sprintf("%s[%d]", where, i)
		p.once(at+".block_id", b.ID(), ids)
		if b.BlockType() == slackapi.MBTDataVisualization {
			charts++
		}
		p.block(at, b, actions)
	}
	p.need(charts <= maxCharts, "%s: there are %d charts, at most %d are allowed", where, charts, maxCharts)
}

func (p *problems) block(where string, b slackapi.Block, actions map[string]bool) {
	switch b := b.(type) {
	case *slackapi.SectionBlock:
		p.text(where+".text", b.Text, "", maxTextObject)
	case *slackapi.ContextBlock:
		p.count(where+".elements", len(b.ContextElements.Elements), maxContext)
		for i, e := range b.ContextElements.Elements {
			t, _ := e.(*slackapi.TextBlockObject)
			p.text(fmt.Sprintf("%s.elements[%d]", where, i), t, "", maxTextObject)
		}
	case *slackapi.ActionBlock:
		var elements slackapi.BlockElements
		if b.Elements != nil {
			elements = *b.Elements
		}
		p.count(where+".elements", len(elements.ElementSet), maxElements)
		for i, e := range elements.ElementSet {
			p.control(fmt.Sprintf("%s.elements[%d]", where, i), e, actions)
		}
	case *slackapi.ImageBlock:
		p.length(where+".image_url", b.ImageURL, 1, maxURL)
		p.length(where+".alt_text", b.AltText, 1, maxAltText)
	case *slackapi.DataVisualizationBlock:
		if err := b.Validate(); err != nil {
			p.add("%s: %v", where, err)
		}
	case *slackapi.InputBlock:
		p.text(where+".label", b.Label, slackapi.PlainTextType, maxInputLabel)
		field, ok := b.Element.(*slackapi.PlainTextInputBlockElement)
		if !ok {
			p.add("%s.element: is none that the adapter sends", where)
			return
		}
		p.need(field.MaxLength <= maxInput, "%s.element.max_length: is %d", where, field.MaxLength)
		p.once(where+".action_id", field.ActionID, actions)
	default:
		p.add("%s: %q is no block that the adapter sends", where, b.BlockType())
	}
}

func (p *problems) control(where string, e slackapi.BlockElement, actions map[string]bool) {
	switch e := e.(type) {
	case *slackapi.ButtonBlockElement:
		p.once(where+".action_id", e.ActionID, actions)
		p.text(where+".text", e.Text, slackapi.PlainTextType, maxLabel)
		p.length(where+".value", e.Value, 0, maxValue)
		p.length(where+".url", e.URL, 0, maxURL)
		p.need((e.Value == "") == (e.URL != ""), "%s: has a value and a url, or neither", where)
		p.length(where+".accessibility_label", e.AccessibilityLabel, 0, maxAccessibility)
		p.need(e.Style == "" || e.Style == slackapi.StylePrimary || e.Style == slackapi.StyleDanger, "%s.style: %q is none", where, e.Style)
	case *slackapi.SelectBlockElement:
		p.once(where+".action_id", e.ActionID, actions)
		p.text(where+".placeholder", e.Placeholder, slackapi.PlainTextType, maxPlaceholder)
		p.need(e.Type == typeSelect, "%s.type: %q is no list that the adapter sends", where, e.Type)
		p.count(where+".options", len(e.Options), maxOptions)
		for i, o := range e.Options {
			at := fmt.Sprintf("%s.options[%d]", where, i)
			p.text(at+".text", o.Text, slackapi.PlainTextType, maxLabel)
			p.optional(at+".description", o.Description, maxLabel)
			p.length(at+".value", o.Value, 1, maxOptionValue)
		}
	default:
		p.add("%s: %q is no control that the adapter sends", where, e.ElementType())
	}
}

// text checks a text object, which must have the given kind unless kind is empty.
func (p *problems) text(where string, t *slackapi.TextBlockObject, kind string, longest int) {
	if t == nil {
		p.add("%s: is missing", where)
		return
	}
	if err := t.Validate(); err != nil {
		p.add("%s: %v", where, err)
		return
	}
	p.length(where, t.Text, 0, longest)
	p.need(kind == "" || t.Type == kind, "%s: is of type %q, want %q", where, t.Type, kind)
	if t.Type == slackapi.MarkdownType {
		p.mrkdwn(where, t.Text, t.Verbatim)
		return
	}
	p.need(!t.Verbatim, "%s.verbatim: is for mrkdwn alone", where)
}

func (p *problems) optional(where string, t *slackapi.TextBlockObject, longest int) {
	if t != nil {
		p.text(where, t, slackapi.PlainTextType, longest)
	}
}

// sequences matches an escaped character, and a user, a channel, a date or a link in angle brackets.
// It matches no mention of many users at once.
var sequences = regexp.MustCompile(`&(?:amp|lt|gt);|<(?:@[UW][A-Z0-9]+(\|[^<>|]*)?|#[CDG][A-Z0-9]+(\|[^<>|]*)?|!date\^-?\d+\^[^<>|^]+(\^[^<>|^]+)?\|[^<>|]+|[a-z]+:[^<>|\s]+(\|[^<>|]+)?)>`)

// mrkdwn checks that markup is escaped,
// https://docs.slack.dev/messaging/formatting-message-text#escaping. In text that is not verbatim,
// words may notify many users.
func (p *problems) mrkdwn(where, text string, verbatim bool) {
	p.need(verbatim, "%s: is not verbatim", where)
	bare := sequences.ReplaceAllString(text, "")
	at := max(strings.IndexAny(bare, "&<>"), 0)
	p.need(!strings.ContainsAny(bare, "&<>"), "%s: is not escaped, or notifies many at once: %.24q", where, bare[at:])
}
