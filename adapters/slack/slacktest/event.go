package slacktest

import "maps"

// Mention has a user mention the bot in front of a text, in a channel or a thread.
// It waits until the bot has done all that it does. Where the bot is no member,
// the message is there and the bot is not told,
// https://docs.slack.dev/reference/events/app_mention.
func (s *Server) Mention(w Where, user, text string) *Delivery {
	s.t.Helper()
	d := s.NewMention(w, user, text)
	if s.toldOf(w) {
		d.Sent()
	}
	return d
}

func (s *Server) toldOf(w Where) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.channels[w.Channel]
	return c.member && c.kind != direct
}

// NewMention makes a mention to be sent with [Delivery.Send]. The message is there
// at once.
func (s *Server) NewMention(w Where, user, text string) *Delivery {
	s.t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.channels[w.Channel]
	return s.written(s.say(w, user, "<@"+c.ws.person(botName).ID+"> "+text), object{"type": "app_mention"})
}

// Edit has the author of a message change it so that it mentions the bot in front of a
// text: as often as that happens, Slack sends another event. It waits until the bot has done
// all that it does.
func (s *Server) Edit(w Where, ts, text string) *Delivery {
	s.t.Helper()
	d := s.NewEdit(w, ts, text)
	if s.toldOf(w) {
		d.Sent()
	}
	return d
}

// NewEdit makes such an edit to be sent with [Delivery.Send].
func (s *Server) NewEdit(w Where, ts, text string) *Delivery {
	s.t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.channels[w.Channel]
	m := c.find(ts)
	if m == nil {
		s.t.Fatalf("slacktest: %s has no message %s", c.name, ts)
	}
	m.Text, m.Edits = "<@"+c.ws.person(botName).ID+"> "+text, m.Edits+1
	return s.written(m, object{"type": "app_mention", "edited": object{"user": m.Author, "ts": s.stamp()}})
}

// Tell has a user write a message in their conversation with the bot. It waits until the
// bot has done all that it does, which is told only if its scopes let it read there,
// https://docs.slack.dev/reference/events/message.im.
func (s *Server) Tell(w Where, user, text string) *Delivery {
	s.t.Helper()
	d := s.NewTell(w, user, text)
	s.mu.Lock()
	told := s.may("im:history")
	s.mu.Unlock()
	if told {
		d.Sent()
	}
	return d
}

// NewTell makes such a message to be sent with [Delivery.Send]. The message is there at
// once.
func (s *Server) NewTell(w Where, user, text string) *Delivery {
	s.t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.channels[w.Channel]
	if c.kind != direct || !c.member {
		s.t.Fatalf("slacktest: %s is no conversation with the bot", c.name)
	}
	return s.written(s.say(w, user, text), object{"type": "message", "channel_type": "im"})
}

// written makes the event of a message that a user has written. The caller holds the lock.
func (s *Server) written(m *message, inner object) *Delivery {
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

// NewEvent makes an event to be sent with [Delivery.Send].
func (s *Server) NewEvent(w *Workspace, inner map[string]any) *Delivery {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.event(w, inner)
}

// event puts an event into what is around all events,
// https://docs.slack.dev/apis/events-api#callback-field.
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
