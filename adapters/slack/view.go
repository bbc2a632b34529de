package slack

import (
	"context"
	"encoding/json"

	slackapi "github.com/slack-go/slack"

	"othellobot/chat"
)

// fieldID names the field of a form, and its block.
const fieldID = "field"

// origin says where a view was opened, so that what is done in it counts there. It
// travels in the view, which nobody sees but Slack and the bot,
// https://docs.slack.dev/surfaces/modals#private_metadata.
type origin struct {
	Channel  string `json:"c"`
	Thread   string `json:"t,omitempty"`
	Private  bool   `json:"p,omitempty"`
	Closed   bool   `json:"n,omitempty"`
	Response string `json:"r,omitempty"`
	Verb     string `json:"v,omitempty"` // of a form, as the argument
	Argument string `json:"a,omitempty"`
}

// note writes the origin down.
func (o origin) note() string {
	text, err := json.Marshal(o)
	if err != nil || len(text) > maxNote {
		return ""
	}
	return string(text)
}

// origin is where the delivery came from.
func (d delivery) origin() origin {
	return origin{Channel: d.channel, Thread: d.thread, Private: d.private, Closed: d.closed, Response: d.response}
}

// opened takes over where a view was opened, and reports whether it can be read.
func (d *delivery) opened(v view) bool {
	var o origin
	if json.Unmarshal([]byte(v.Note), &o) != nil {
		return false
	}
	d.channel, d.thread, d.private, d.closed, d.response = o.Channel, o.Thread, o.Private, o.Closed, o.Response
	d.verb, d.argument = o.Verb, o.Argument
	if v.Type == "modal" {
		d.view = v.ID
	}
	return true
}

// viewBlocks returns the blocks of a message in a view, where there is room for all of it, and where
// a mention notifies nobody.
func (e encoder) viewBlocks(m chat.Message, team string) slackapi.Blocks {
	to := audience{team: team, edit: true}
	var blocks []slackapi.Block
	said := e.write(m.Text, to)
	for part := range sections(lines(said, e.write(m.Aside, to))) {
		blocks = append(blocks, section(part, true))
	}
	if m.Board != nil {
		blocks = append(blocks, section(grid(m.Board), true))
	}
	return slackapi.Blocks{BlockSet: append(blocks, controlBlocks(m.Controls)...)}
}

// modal is a view that shows a message.
func (e encoder) modal(m chat.Message, team string, o origin) slackapi.ModalViewRequest {
	return slackapi.ModalViewRequest{
		Type: slackapi.VTModal, Title: plainText(appName, maxTitle), Blocks: e.viewBlocks(m, team), PrivateMetadata: o.note(),
	}
}

// form is a view that asks for something.
func form(f chat.Form, o origin) slackapi.ModalViewRequest {
	o.Verb, o.Argument = f.Verb, f.Argument
	field := slackapi.NewPlainTextInputBlockElement(nil, fieldID)
	field.Multiline, field.MaxLength, field.FocusOnLoad = f.Long, maxField, true
	input := slackapi.NewInputBlock(fieldID, plainText(f.Label, maxLabel), nil, field)
	return slackapi.ModalViewRequest{
		Type: slackapi.VTModal, Title: plainText(f.Title, maxTitle), Submit: plainText(f.Submit, maxTitle),
		Blocks: slackapi.Blocks{BlockSet: []slackapi.Block{input}}, PrivateMetadata: o.note(),
	}
}

// openForm opens a form for whoever acted, and tells them what they could do instead where
// that cannot be.
func (x *reply) openForm(ctx context.Context, e chat.Effect) {
	err := errNoTrigger
	if e.Form != nil {
		err = x.open(ctx, form(*e.Form, x.in.origin()))
	}
	if err != nil {
		x.log(ctx, err)
		x.log(ctx, x.whisper(ctx, e.Message))
	}
}

// open opens a view for whoever acted, or changes the one that they pressed in,
// https://docs.slack.dev/reference/methods/views.open.
func (x *reply) open(ctx context.Context, v slackapi.ModalViewRequest) error {
	switch {
	case x.in.view != "":
		return x.call(ctx, x.install, "views.update", "", always, func(ctx context.Context, client *slackapi.Client) error {
			_, err := client.UpdateViewContext(ctx, v, "", "", x.in.view)
			return err
		})
	case x.in.trigger == "":
		return errNoTrigger
	default:
		return x.call(ctx, x.install, "views.open", "", ifUnsent, func(ctx context.Context, client *slackapi.Client) error {
			_, err := client.OpenViewContext(ctx, x.in.trigger, v)
			return err
		})
	}
}
