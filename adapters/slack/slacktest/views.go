package slacktest

import (
	"encoding/json"
	"slices"

	slackapi "github.com/slack-go/slack"
)

// View is a modal or an App Home.
type View struct {
	Message     // the content
	Times   int // how often the view was opened, published or changed

	id, kind, metadata string
	block, action      string // IDs of the input field; empty without a field
}

func (s *Server) decodeView(raw string) (v View, err error) {
	var body struct {
		Type   string
		Note   string `json:"private_metadata"`
		Blocks json.RawMessage
	}
	if err := json.Unmarshal([]byte(raw), &body); err != nil {
		return v, err
	}
	v.kind, v.metadata, v.Sent = body.Type, body.Note, s.Now()
	v.Blocks, err = s.blocksOf(string(body.Blocks))
	v.Shown = s.read(&message{Message: v.Message}).String()
	for _, b := range decoded(v.Blocks) {
		if input, asks := b.(*slackapi.InputBlock); asks {
			v.block, v.action = input.BlockID, input.Element.(*slackapi.PlainTextInputBlockElement).ActionID
		}
	}
	return v, err
}

func (s *Server) show(at **View, c *call) (object, string) {
	v, err := s.decodeView(c.fields["view"])
	if err != nil {
		return nil, "invalid_arguments"
	}
	if v.id, v.Times = s.id("V"), 1; *at != nil {
		v.id, v.Times = (*at).id, (*at).Times+1
	}
	*at = &v
	return object{"view": object{"id": v.id, "type": v.kind}}, ""
}

func publishView(s *Server, c *call) (object, string) {
	p := s.people[c.fields["user_id"]]
	if p == nil || !c.in.serves(p.ws) {
		return nil, "user_not_found"
	}
	return s.show(&p.home, c)
}

func openView(s *Server, c *call) (object, string) {
	trigger, ok := s.triggers[c.fields["trigger_id"]]
	switch {
	case !ok:
		return nil, "invalid_trigger_id"
	case s.Now().Sub(trigger.made) > ackWithin:
		return nil, "expired_trigger_id"
	}
	delete(s.triggers, c.fields["trigger_id"])
	trigger.who.modal = nil
	return s.show(&trigger.who.modal, c)
}

func updateView(s *Server, c *call) (object, string) {
	for _, p := range s.people {
		if p.modal != nil && p.modal.id == c.fields["view_id"] && c.in.serves(p.ws) {
			return s.show(&p.modal, c)
		}
	}
	return nil, "not_found"
}

// Home returns a user's App Home. It returns false if none was published.
func (w *Workspace) Home(user string) (View, bool) {
	return w.viewOf(user, func(p *person) *View { return p.home })
}

// Modal returns the modal that a user sees. It returns false if the user sees no modal.
func (w *Workspace) Modal(user string) (View, bool) {
	return w.viewOf(user, func(p *person) *View { return p.modal })
}

func (w *Workspace) viewOf(user string, of func(*person) *View) (View, bool) {
	w.s.mu.Lock()
	defer w.s.mu.Unlock()
	if v := of(w.person(user)); v != nil {
		return *v, true
	}
	return View{}, false
}

// NewHomeOpened returns the event of a user who opens the App Home.
func (s *Server) NewHomeOpened(w *Workspace, user string) *Delivery {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.event(w, object{
		"type": "app_home_opened", "user": w.person(user).ID, "channel": w.botDM(user).id, "tab": "home", "event_ts": s.stamp(),
	})
}

func (v View) json(values object) object {
	return object{
		"id": v.id, "type": v.kind, "private_metadata": v.metadata, "callback_id": "", "blocks": []any{},
		"state": object{"values": values}, "hash": "1", "root_view_id": v.id, "app_id": appID,
	}
}

// interaction returns the common fields of interactions other than presses of a message's controls.
// The caller holds the lock.
func (s *Server) interaction(w *Workspace, user, kind string) object {
	payload := s.commonFields(w, user, kind)
	payload["action_ts"] = s.stamp()
	return payload
}

// NewPressIn returns a press of a button in a view.
func (s *Server) NewPressIn(w *Workspace, user string, v View, label string) *Delivery {
	s.t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	controls := v.Controls()
	at := slices.IndexFunc(controls, func(c Control) bool { return c.Type == typeButton && c.Label == label })
	if at < 0 {
		s.t.Fatalf("slacktest: the view of %s has no button %q", user, label)
	}
	payload := s.interaction(w, user, "block_actions")
	payload["container"] = object{"type": "view", "view_id": v.id}
	payload["view"], payload["actions"] = v.json(object{}), []any{controls[at].action(Option{})}
	return s.newDelivery(KindInteractive, payload)
}

// NewSubmission returns the submission of a user's form,
// https://docs.slack.dev/reference/interaction-payloads/view-interactions-payload.
func (s *Server) NewSubmission(w *Workspace, user, text string) *Delivery {
	s.t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	p := w.person(user)
	if p.modal == nil || p.modal.action == "" {
		s.t.Fatalf("slacktest: %s sees no form", user)
	}
	v := *p.modal
	p.modal = nil
	payload := s.interaction(w, user, "view_submission")
	payload["view"] = v.json(object{v.block: object{v.action: object{"type": "plain_text_input", "value": text}}})
	payload["response_urls"] = []any{}
	return s.newDelivery(KindInteractive, payload)
}

// NewShortcut returns a user's global shortcut.
func (s *Server) NewShortcut(w *Workspace, user, callback string) *Delivery {
	s.mu.Lock()
	defer s.mu.Unlock()
	payload := s.interaction(w, user, "shortcut")
	payload["callback_id"] = callback
	return s.newDelivery(KindInteractive, payload)
}

// NewMessageShortcut returns a user's shortcut in the menu of a message.
func (s *Server) NewMessageShortcut(w Where, user, ts, callback string) *Delivery {
	s.t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.channels[w.Channel]
	m := c.find(ts)
	if m == nil || !c.canRead(user) {
		s.t.Fatalf("slacktest: %s sees no message %s", user, ts)
	}
	url := s.responseURL(c, c.ws.person(user), nil)
	payload := s.interaction(c.ws, user, "message_action")
	payload["callback_id"], payload["message_ts"], payload["response_url"] = callback, ts, url
	payload["channel"], payload["message"] = object{"id": c.id, "name": c.shownName()}, s.json(m)
	return s.newDelivery(KindInteractive, payload)
}
