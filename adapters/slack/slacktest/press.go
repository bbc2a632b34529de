package slacktest

import "maps"

// NewPress returns a press of a button or, with a value, of an option that the message has or had,
// https://docs.slack.dev/reference/interaction-payloads/block_actions-payload.
func (s *Server) NewPress(w Where, user, ts, actionID, value string) *Delivery {
	s.t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.channels[w.Channel]
	p := c.ws.person(user)
	m := c.find(ts)
	if m == nil || !c.canRead(user) || m.For != "" && m.For != p.ID {
		s.t.Fatalf("slacktest: %s sees no message %s", user, ts)
	}
	action := m.pressed(actionID, value)
	if action == nil {
		s.t.Fatalf("slacktest: message %s never had the control %q %q", ts, actionID, value)
	}
	action["action_ts"] = s.stamp()
	url := s.responseURL(c, p, m)
	container := object{"type": "message", "message_ts": ts, "channel_id": c.id, "is_ephemeral": m.For != ""}
	payload := s.commonFields(c.ws, user, "block_actions")
	maps.Copy(payload, object{
		"channel": object{"id": c.id, "name": c.shownName()}, "container": container,
		"state": object{"values": object{}}, "response_url": url, "actions": []any{action},
	})
	if m.Thread != "" {
		container["thread_ts"] = m.Thread
	}
	if m.For == "" { // Slack omits a message that only one user sees
		payload["message"] = s.json(m)
	}
	return s.newDelivery(KindInteractive, payload)
}

// commonFields returns the fields that all interactions have. The caller holds the lock.
func (s *Server) commonFields(w *Workspace, user, kind string) object {
	p := w.person(user)
	return object{
		"type": kind, "token": "verification-token", "api_app_id": appID, "trigger_id": s.trigger(p),
		"user": object{"id": p.ID, "username": p.Name, "name": p.Name, "team_id": w.TeamID},
		"team": w.json(), "enterprise": w.enterprise(), "is_enterprise_install": w.orgWide(),
	}
}

// pressed returns the action of a control that the message has or had, or nil. If the value is
// empty, the control is a button that the message has.
func (m *message) pressed(actionID, value string) object {
	for _, c := range m.Controls() {
		if value == "" && c.ActionID == actionID {
			value = c.Value
		}
	}
	return maps.Clone(m.offered[actionID+" "+value])
}

// action returns the action of pressing the button, or of choosing the option.
func (c Control) action(o Option) object {
	action := object{"type": c.Type, "action_id": c.ActionID, "block_id": c.BlockID}
	if c.Type == typeSelect {
		action["placeholder"], action["selected_option"] = text(c.Placeholder), object{"text": text(o.Label), "value": o.Value}
		return action
	}
	action["text"] = text(c.Label)
	if c.Value != "" {
		action["value"] = c.Value
	}
	if c.Style != "" {
		action["style"] = c.Style
	}
	return action
}

func text(of string) object {
	return object{"type": "plain_text", "text": escape(of), "emoji": true}
}

func (w *Workspace) json() object {
	team := object{"id": w.TeamID, "domain": w.Domain}
	if w.EnterpriseID != "" {
		team["enterprise_id"], team["enterprise_name"] = w.EnterpriseID, organisation
	}
	return team
}

func (w *Workspace) enterprise() any {
	if w.EnterpriseID == "" {
		return nil
	}
	return object{"id": w.EnterpriseID, "name": organisation}
}

// Mention posts a mention of the bot, and waits until its event is handled. A bot that is not a member
// receives no event, https://docs.slack.dev/reference/events/app_mention.
func (s *Server) Mention(w Where, user, text string) *Delivery {
	s.t.Helper()
	return s.deliver(w, s.NewMention(w, user, text))
}

// NewMention posts a mention and returns its event.
func (s *Server) NewMention(w Where, user, text string) *Delivery {
	s.mu.Lock()
	defer s.mu.Unlock()
	bot := s.channels[w.Channel].ws.person(botName)
	return s.messageEvent(s.say(w, user, "<@"+bot.ID+"> "+text), object{"type": "app_mention"})
}

// EditToMention changes a message so that it mentions the bot, and waits until the event is handled.
func (s *Server) EditToMention(w Where, ts, text string) *Delivery {
	s.t.Helper()
	s.mu.Lock()
	c := s.channels[w.Channel]
	m := c.find(ts)
	m.Text, m.Edits = "<@"+c.ws.person(botName).ID+"> "+text, m.Edits+1
	d := s.messageEvent(m, object{"type": "app_mention", "edited": object{"user": m.Author, "ts": s.stamp()}})
	s.mu.Unlock()
	return s.deliver(w, d)
}

// NewDirectMessage posts a direct message to the bot and returns its event,
// https://docs.slack.dev/reference/events/message.im.
func (s *Server) NewDirectMessage(w Where, user, text string) *Delivery {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.messageEvent(s.say(w, user, text), object{"type": "message", "channel_type": "im"})
}

func (s *Server) deliver(w Where, d *Delivery) *Delivery {
	s.t.Helper()
	s.mu.Lock()
	member := s.channels[w.Channel].member
	s.mu.Unlock()
	if member {
		d.SendAndWait()
	}
	return d
}

// messageEvent returns the event of a user's message. The caller holds the lock.
func (s *Server) messageEvent(m *message, inner object) *Delivery {
	w := s.channels[m.Channel].ws
	maps.Copy(inner, object{
		"user": m.Author, "text": m.Text, "ts": m.TS, "event_ts": m.TS, "team": w.TeamID, "channel": m.Channel, "client_msg_id": s.uuid(),
	})
	if !m.inChannel() {
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
	return s.newDelivery(KindEvent, object{
		"token": "verification-token", "team_id": team, "context_team_id": team, "context_enterprise_id": enterprise,
		"api_app_id": appID, "event": inner, "type": "event_callback", "event_id": id, "event_time": s.Now().Unix(),
		"authorizations": []any{authorised}, "is_ext_shared_channel": false, "event_context": "4-" + id,
	})
}
