package slacktest

import (
	"fmt"
	"unicode/utf8"

	slackapi "github.com/slack-go/slack"
)

// Limits of a message, in items or characters, https://docs.slack.dev/reference/block-kit/blocks and
// https://docs.slack.dev/reference/methods/chat.postMessage#truncating.
const (
	maxText           = 4000   // recommended
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
	maxSocketResponse = 20_000 // bytes of a frame
)

// Methods outside the Web API whose messages [Check] knows.
const (
	MethodResponse = "response_url"    // a message sent to a response address
	MethodAck      = "acknowledgement" // a message in the acknowledgement of a command
)

// Check returns all violations of Slack's rules in the JSON arguments of a method.
func Check(method string, body []byte) []string {
	f, err := jsonFields(body)
	if err != nil {
		return []string{err.Error()}
	}
	return check(method, f)
}

func check(method string, f fields) []string {
	var p problems
	switch method {
	case "chat.postMessage", "chat.postEphemeral", "chat.update", MethodAck, MethodResponse:
		p.message(method, f)
	case "chat.delete":
	case "views.publish":
		p.view(f["view"], "home")
		return p
	case "views.open", "views.update":
		p.view(f["view"], "modal")
		return p
	default:
		return nil
	}
	if method != MethodResponse && method != MethodAck {
		p.need(f["channel"] != "", "channel: is missing")
	}
	if method == "chat.update" || method == "chat.delete" {
		p.need(f["ts"] != "", "ts: is missing")
	}
	if id, given := f[clientID]; given {
		p.need(method == "chat.postMessage", "%s: is nothing that %s takes", clientID, method)
		p.need(clientIDForm.MatchString(id), "%s: %q is no UUID", clientID, id)
	}
	if method == "chat.postEphemeral" {
		p.need(f["user"] != "", "user: is missing")
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

func (p *problems) message(method string, f fields) {
	p.length("text", f["text"], 1, maxText)
	p.mrkdwn("text", f["text"], true)
	// https://docs.slack.dev/messaging/formatting-message-text#automatic-parsing
	p.need(f["link_names"] == "" || f["link_names"] == "0" || f["link_names"] == "false", "link_names: makes mentions of names")
	p.need(f["parse"] == "" || f["parse"] == "none", "parse: %q makes mentions of names", f["parse"])
	// https://docs.slack.dev/reference/methods/chat.update: the default there is "client"
	p.need(method != "chat.update" || f["parse"] != "", "parse: is missing, and an update reads names then")
	for _, name := range []string{"text", "blocks", "channel", "ts", "thread_ts", "user", "response_type"} {
		p.need(f[name] != "null", "%s: is null", name)
	}
	switch f["response_type"] {
	case "", "ephemeral", "in_channel":
	default:
		p.add("response_type: %q is none", f["response_type"])
	}
	raw := f["blocks"]
	switch raw {
	case "null":
		return
	case "":
		p.need(method != "chat.update", "blocks: are missing, and an update sends both text and blocks")
		return
	}
	if n := utf8.RuneCountInString(raw); n > maxAllBlocks {
		p.add("blocks: have %d characters in all, at most %d are taken", n, maxAllBlocks)
	}
	var blocks slackapi.Blocks
	if err := strict([]byte(raw), &blocks); err != nil {
		p.add("blocks: %v", err)
		return
	}
	p.blocks("blocks", blocks.BlockSet, maxBlocks)
}

type unique struct {
	problems *problems
	what     string
	seen     map[string]bool
}

func (u *unique) add(where, id string) {
	if id == "" {
		return // Slack generates an ID
	}
	u.problems.length(where+"."+u.what, id, 1, maxID)
	u.problems.need(!u.seen[id], "%s.%s: %q is there twice in the message", where, u.what, id)
	if u.seen == nil {
		u.seen = map[string]bool{}
	}
	u.seen[id] = true
}
