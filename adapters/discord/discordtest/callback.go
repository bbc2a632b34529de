package discordtest

import (
	"encoding/json"
	"slices"
)

// answer accepts an answer from a request or an HTTP response. The caller holds the lock.
func (in *Interaction) answer(kind int, data json.RawMessage, b *body) *failure {
	switch {
	case in.callback != 0:
		return acknowledged
	case in.dead || in.s.Now().Sub(in.sent) > answerWithin:
		return unknownInteraction
	case !slices.Contains(in.accepts(), kind):
		in.s.Violation("an interaction of type %d does not take a callback of type %d", in.kind, kind)
		return invalid("a callback of this type is not valid for this interaction")
	}
	if f := in.carryOut(kind, data, b); f != nil {
		return f
	}
	in.callback = kind
	in.close()
	return nil
}

// See https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-response-object-interaction-callback-type.
func (in *Interaction) accepts() []int {
	switch {
	case in.kind == kindAutocomplete:
		return []int{CallbackChoices}
	case in.kind == kindForm && in.source == nil:
		return []int{CallbackMessage, CallbackDeferred}
	case in.kind == kindForm:
		return []int{CallbackMessage, CallbackDeferred, CallbackDeferredUpdate, CallbackUpdate}
	case in.kind == kindComponent, in.source != nil:
		return []int{CallbackMessage, CallbackDeferred, CallbackDeferredUpdate, CallbackUpdate, CallbackForm}
	}
	return []int{CallbackMessage, CallbackDeferred, CallbackForm}
}

func (in *Interaction) carryOut(kind int, data json.RawMessage, b *body) *failure {
	s := in.s
	switch kind {
	case CallbackMessage:
		m, f := s.create(in.where, b, in.seenBy(b.Flags))
		if f != nil {
			return f
		}
		in.own(m)
		in.original = m
	case CallbackDeferred:
		m := s.post(in.where, s.person(botName))
		m.Loading, m.For = true, in.seenBy(b.Flags)
		if m.Flags = flagLoading; m.For != "" {
			m.Flags |= flagEphemeral
		}
		in.own(m)
		in.original = m
	case CallbackDeferredUpdate:
		in.original = in.source
	case CallbackUpdate:
		b.Attachments = nil // attachments stay: https://github.com/discord/discord-api-docs/issues/4309
		if f := s.edit(in.source, b); f != nil {
			return f
		}
		in.original = in.source
	case CallbackForm:
		in.form = &Form{}
		if err := json.Unmarshal(data, in.form); err != nil {
			return invalid("%v", err)
		}
	case CallbackChoices:
		var answer struct {
			Choices []Choice `json:"choices"`
		}
		if err := json.Unmarshal(data, &answer); err != nil {
			return invalid("%v", err)
		}
		in.choices = list(answer.Choices)
	}
	return nil
}

func (in *Interaction) seenBy(flags int) string {
	if flags&flagEphemeral != 0 || in.where.whispers {
		return in.s.person(in.user).ID
	}
	return ""
}

func (in *Interaction) own(m *message) {
	m.via = in
	in.created = append(in.created, m.ID)
}

func callbackRoute(s *Server, c *call) reply {
	in := s.interactions[c.r.PathValue("interaction_token")]
	if in == nil || in.ID != c.r.PathValue("interaction_id") {
		return reply{failure: unknownInteraction}
	}
	kind, data, b, f := parseCallback(c)
	if f == nil {
		f = in.answer(kind, data, b)
	}
	switch {
	case f != nil:
		return reply{failure: f}
	case c.r.URL.Query().Get("with_response") != "true":
		return reply{status: 204}
	}
	about := object{"id": in.ID, "type": in.kind}
	o := object{"interaction": about}
	if m := in.original; m != nil {
		about["response_message_id"] = m.ID
		about["response_message_loading"], about["response_message_ephemeral"] = m.Loading, m.Ephemeral()
		if kind == CallbackMessage || kind == CallbackUpdate {
			o["resource"] = object{"type": kind, "message": s.json(m)}
		}
	}
	return reply{status: 200, body: o}
}

func parseCallback(c *call) (kind int, data json.RawMessage, b *body, f *failure) {
	var callback struct {
		Type int             `json:"type"`
		Data json.RawMessage `json:"data"`
	}
	if err := json.Unmarshal(c.json, &callback); err != nil {
		return 0, nil, nil, invalid("%v", err)
	}
	inner := *c
	inner.json = callback.Data
	if inner.json == nil {
		inner.json = []byte("{}")
	}
	b = &body{}
	if callback.Type != CallbackChoices && callback.Type != CallbackForm {
		b, f = inner.message()
	}
	return callback.Type, callback.Data, b, f
}

func (s *Server) webhook(c *call) (*Interaction, *failure) {
	in := s.interactions[c.r.PathValue("webhook_token")]
	switch {
	case in == nil || c.r.PathValue("webhook_id") != s.app:
		return nil, unknownWebhook
	case s.Now().Sub(in.sent) > tokenLife:
		return nil, invalidToken
	case in.callback == 0:
		return nil, unknownWebhook
	}
	return in, nil
}

func (s *Server) webhookMessage(c *call) (*message, *failure) {
	in, f := s.webhook(c)
	if f != nil {
		return nil, f
	}
	m := in.original
	if id := c.r.PathValue("message_id"); id != "" && (m == nil || id != m.ID) {
		if m = nil; slices.Contains(in.created, id) {
			m = s.messages[id]
		}
	}
	if m == nil || m.Deleted {
		return nil, unknownMessage
	}
	return m, nil
}

// followUp serves POST /webhooks/{webhook_id}/{webhook_token}. Directly after a deferred
// answer, it edits that answer:
// https://docs.discord.com/developers/interactions/receiving-and-responding#create-followup-message.
func followUp(s *Server, c *call) reply {
	in, f := s.webhook(c)
	if f != nil {
		return reply{failure: f}
	}
	if m := in.original; in.callback == CallbackDeferred && m.Loading && !m.Deleted {
		return change(s, m, c)
	}
	if !in.where.Installed {
		if in.followUps == maxFollowUps {
			return reply{failure: tooManyFollowUps}
		}
	}
	b, f := c.message()
	if f != nil {
		return reply{failure: f}
	}
	m, f := s.create(in.where, b, in.seenBy(b.Flags))
	if f != nil {
		return reply{failure: f}
	}
	in.followUps++
	in.own(m)
	return reply{status: 200, body: s.json(m)}
}
