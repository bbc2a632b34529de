package discordtest

import "slices"

// webhook returns the interaction of a webhook route. The interaction's token works only after the
// first answer.
func (s *Server) webhook(c *call) (*Interaction, *failure) {
	in := s.interactions[c.r.PathValue("webhook_token")]
	switch {
	case in == nil || c.r.PathValue("webhook_id") != s.app:
		return nil, unknownWebhook
	case s.Now().Sub(in.sent) > tokenLives:
		return nil, invalidToken
	case in.callback == 0:
		return nil, unknownWebhook
	}
	return in, nil
}

func (s *Server) named(c *call) (*message, *failure) {
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
