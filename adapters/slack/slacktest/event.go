package slacktest

import "maps"

// Mention posts a user's message that mentions the bot, and waits until its event is handled. A bot
// that is not a member receives no event, https://docs.slack.dev/reference/events/app_mention.
func (s *Server) Mention(w Where, user, text string) *Delivery {
	s.t.Helper()
	return s.deliver(w, s.NewMention(w, user, text))
}

// NewMention posts a mention and returns its event.
func (s *Server) NewMention(w Where, user, text string) *Delivery {
	s.t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.channels[w.Channel]
	return s.messageEvent(s.say(w, user, "<@"+c.ws.person(botName).ID+"> "+text), object{"type": "app_mention"})
}

// Edit changes a message so that it mentions the bot, and waits until the event is handled. Slack
// sends an event for each such edit.
func (s *Server) Edit(w Where, ts, text string) *Delivery {
	s.t.Helper()
	s.mu.Lock()
	c := s.channels[w.Channel]
	m := c.find(ts)
	m.Text, m.Edits = "<@"+c.ws.person(botName).ID+"> "+text, m.Edits+1
	d := s.messageEvent(m, object{"type": "app_mention", "edited": object{"user": m.Author, "ts": s.stamp()}})
	s.mu.Unlock()
	return s.deliver(w, d)
}

// Tell posts a user's direct message to the bot, and waits until its event is handled. The bot
// receives no event without the scope im:history,
// https://docs.slack.dev/reference/events/message.im.
func (s *Server) Tell(w Where, user, text string) *Delivery {
	s.t.Helper()
	return s.deliver(w, s.NewTell(w, user, text))
}

// NewTell posts a direct message to the bot and returns its event.
func (s *Server) NewTell(w Where, user, text string) *Delivery {
	s.t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.messageEvent(s.say(w, user, text), object{"type": "message", "channel_type": "im"})
}

// deliver sends the event of a message and waits until it is handled. It does nothing if the bot
// receives no events from the message's channel.
func (s *Server) deliver(w Where, d *Delivery) *Delivery {
	s.t.Helper()
	s.mu.Lock()
	c := s.channels[w.Channel]
	receives := c.member && (c.kind != direct || s.may("im:history"))
	s.mu.Unlock()
	if receives {
		d.Sent()
	}
	return d
}

// messageEvent returns the event of a user's message. The caller holds the lock.
func (s *Server) messageEvent(m *message, inner object) *Delivery {
	w := s.channels[m.Channel].ws
	maps.Copy(inner, object{
		"user": m.Author, "text": m.Text, "ts": m.TS, "event_ts": m.TS, "team": w.TeamID, "channel": m.Channel, "client_msg_id": s.uuid(),
	})
	if !m.Began() {
		inner["thread_ts"] = m.Thread
	}
	d := s.event(w, inner)
	d.TS = m.TS
	return d
}

// NewEvent returns the delivery of an event with the fields of inner.
func (s *Server) NewEvent(w *Workspace, inner map[string]any) *Delivery {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.event(w, inner)
}

// event returns the delivery of an event, https://docs.slack.dev/apis/events-api#callback-field. The
// caller holds the lock.
func (s *Server) event(w *Workspace, inner object) *Delivery {
	id := s.id("Ev")
	enterprise, team := any(nil), any(w.TeamID)
	if w.EnterpriseID != "" {
		enterprise = w.EnterpriseID
	}
	authorised := object{
		"enterprise_id": enterprise, "team_id": team, "user_id": w.person(botName).ID,
		"is_bot": true, "is_enterprise_install": w.orgWide(),
	}
	if w.orgWide() {
		authorised["team_id"] = nil
	}
	d := s.newDelivery(KindEvent, object{
		"token": "verification-token", "team_id": team, "context_team_id": team, "context_enterprise_id": enterprise,
		"api_app_id": appID, "event": inner, "type": "event_callback", "event_id": id, "event_time": s.Now().Unix(),
		"authorizations": []any{authorised}, "is_ext_shared_channel": false, "event_context": "4-" + id,
	})
	d.EventID = id
	return d
}
