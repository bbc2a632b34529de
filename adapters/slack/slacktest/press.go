package slacktest

import "maps"

// NewPress returns a press of a button or, with a value, of an option,
// https://docs.slack.dev/reference/interaction-payloads/block_actions-payload. If the value is given,
// the message may have lost the control, as in a slow client.
func (s *Server) NewPress(w Where, user, ts, actionID, value string) *Delivery {
	s.t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.channels[w.Channel]
	p := c.ws.person(user)
	m := c.find(ts)
	if m == nil || !c.reads(user) || m.For != "" && m.For != p.ID {
		s.t.Fatalf("slacktest: %s sees no message %s", user, ts)
	}
	action := m.pressed(actionID, value)
	if action == nil {
		s.t.Fatalf("slacktest: message %s never had the control %q %q", ts, actionID, value)
	}
	action["action_ts"] = s.stamp()
	url := s.responseURL(c, p, m)
	container := object{"type": "message", "message_ts": ts, "channel_id": c.id, "is_ephemeral": m.For != ""}
	payload := s.act(c.ws, user, "block_actions")
	maps.Copy(payload, object{
		"channel": object{"id": c.id, "name": c.shownName()}, "container": container,
		"state": object{"values": object{}}, "response_url": url, "actions": []any{action},
	})
	if m.Thread != "" {
		container["thread_ts"] = m.Thread
	}
	if m.For == "" { // Slack omits a message that only one user sees
		payload["message"] = s.json(c, m)
	}
	return s.newDelivery(KindInteractive, payload)
}

// act returns the fields that all interactions have. The caller holds the lock.
func (s *Server) act(w *Workspace, user, kind string) object {
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
		if value == "" && c.ActionID == actionID && c.Type == typeButton {
			return c.action(c.Value)
		}
	}
	return maps.Clone(m.offered[actionID+" "+value])
}

func (c Control) values() []string {
	if c.Type == typeButton {
		return []string{c.Value}
	}
	var all []string
	for _, o := range c.Options {
		all = append(all, o.Value)
	}
	return all
}

// action returns the action of pressing the button, or of choosing the option with the value.
func (c Control) action(value string) object {
	action := object{"type": c.Type, "action_id": c.ActionID, "block_id": c.BlockID}
	if c.Type == typeButton {
		action["text"], action["value"] = text(c.Label), c.Value
		if c.Style != "" {
			action["style"] = c.Style
		}
		return action
	}
	for _, o := range c.Options {
		if o.Value == value {
			action["placeholder"] = text(c.Placeholder)
			action["selected_option"] = object{"text": text(o.Label), "value": o.Value}
		}
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
