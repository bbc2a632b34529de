package discord

import (
	"strings"

	"othellobot/adapters/discord/discordtest"
	"othellobot/chat"
)

// cardBudget limits the bytes of an English message with a board, so that answers to moves do not
// grow unnoticed. Discord has no such limit. [discordtest.Check] checks Discord's own limits in
// every language.
const cardBudget = 4096

func (d *drive) look(kind chat.Kind, m chat.Message) {
	p := d.adapter.encoder.message(m)
	route := "POST /channels/{channel_id}/messages"
	if kind == chat.Whisper {
		p, route = p.whisper(), "POST /webhooks/{webhook_id}/{webhook_token}"
	}
	body := encode(p)
	if d.seen.bodies[string(body)] {
		return
	}
	d.seen.bodies[string(body)] = true
	d.seen.longest = max(d.seen.longest, length(p.Content))
	for _, broken := range discordtest.Check(route, nil, "application/json", body) {
		d.t.Errorf("%s\n%s", broken, body)
	}
	if said := d.adapter.encoder.markup(m.Text, ""); !strings.HasPrefix(p.Content, said) || said == "" {
		d.t.Errorf("of %q is left\n%s", said, p.Content)
	}
	if m.Board != nil && d.language == "en" && len(body) > cardBudget {
		d.t.Errorf("a card of %d bytes, over our budget:\n%s", len(body), body)
	}
	if m.Picture == nil {
		return
	}
	d.seen.pictures++
	if alt := m.Picture.Alt.String(); alt == "" || length(alt) > maxDescription || strings.Contains(alt, "/") {
		d.t.Errorf("a picture is described as %s", alt)
	}
	m.Board = nil // the picture replaces it, so that everything else has room
	if content := d.adapter.encoder.message(m).Content; content != forms(d.adapter, m)[0] {
		d.t.Errorf("of a message with a picture is left\n%s", content)
	}
}
