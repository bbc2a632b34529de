package discord

import (
	"slices"
	"strings"
	"testing"

	"othellobot/adapters/discord/discordtest"
	"othellobot/chat"
)

// look checks a message as it would be sent.
func (d *drive) look(kind chat.Kind, m chat.Message) {
	p := d.adapter.message(m)
	route := "POST /channels/{channel_id}/messages"
	if kind == chat.Whisper {
		p, route = p.whisper(), "POST /webhooks/{webhook_id}/{webhook_token}"
	}
	body := encode(p)
	if d.seen.bodies[string(body)] {
		return
	}
	d.seen.bodies[string(body)] = true
	for _, broken := range discordtest.Check(route, "application/json", body) {
		d.t.Errorf("%s\n%s", broken, body)
	}
	said := d.adapter.part(m.Text, "")
	if !strings.HasPrefix(p.Content, said) || said == "" {
		d.t.Errorf("of %q is left\n%s", said, p.Content)
	}
	ids := map[string]bool{}
	for _, row := range p.Components {
		checkRow(d.t, row, ids)
	}
	if len(p.Components) > maxRows {
		d.t.Errorf("%d rows of controls:\n%s", len(p.Components), body)
	}
	if n := length(p.Content); n > maxContent {
		d.t.Errorf("%d units:\n%s", n, p.Content)
	}
	if m.Board != nil {
		if len(body) > maxCard {
			d.t.Errorf("a card of %d bytes:\n%s", len(body), body)
		}
		d.seen.largest = max(d.seen.largest, len(body))
	}
	if m.Picture != nil {
		d.lookAtPicture(m)
	}
	d.seen.messages++
	d.seen.longest = max(d.seen.longest, length(p.Content))
	d.seen.forms[d.fitted(m, p.Content)]++
}

// lookAtPicture checks a message that is shown with its picture. Without the board all of
// it has room.
func (d *drive) lookAtPicture(m chat.Message) {
	alt := m.Picture.Alt.String()
	if n := length(alt); n == 0 || n > maxDescription || strings.Contains(alt, "/") {
		d.t.Errorf("a picture is described in %d units: %s", n, alt)
	}
	m.Board = nil
	if content := d.adapter.message(m).Content; content != forms(d.adapter, m)[0] {
		d.t.Errorf("of a message with a picture is left\n%s", content)
	}
	d.seen.pictures++
}

// What a message may be.
const (
	maxRows = 5
	maxCard = 4096 // bytes
)

// checkRow checks a row of controls. The ids are those of the message so far.
func checkRow(t *testing.T, row component, ids map[string]bool) {
	for _, c := range row.Components {
		if ids[c.CustomID] || c.CustomID == "" || len(c.CustomID) > 100 {
			t.Errorf("a control has the id %q", c.CustomID)
		}
		ids[c.CustomID] = true
		if len(c.Options) > maxOptions || len(c.Options) > 0 && len(row.Components) > 1 || len(row.Components) > maxButtons {
			t.Errorf("a row of %d controls with %d options", len(row.Components), len(c.Options))
		}
		for _, o := range c.Options {
			if ids[o.Value] || o.Value == "" || len(o.Value) > 100 {
				t.Errorf("an option has the value %q", o.Value)
			}
			ids[o.Value] = true
		}
	}
}

// fitted says in which form a message is, of those that it may shrink to.
func (d *drive) fitted(m chat.Message, content string) string {
	what := "a text"
	if m.Board != nil {
		what = "a card"
		if m.Board.Theme.Name == tilesTheme && !strings.Contains(content, "<:") {
			what = "a card that gave up its tiles"
		}
	}
	all := forms(d.adapter, m)
	n := len(all) - 2 // with an aside
	switch i := slices.Index(all, content); {
	case i == 0:
		return what + ", in full"
	case i > 0 && i < n:
		return what + ", shorter footer"
	case i == n:
		return what + ", without its aside"
	case i == n+1:
		return what + ", without small print"
	default:
		return what + ", cut"
	}
}
