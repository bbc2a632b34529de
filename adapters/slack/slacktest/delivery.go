package slacktest

import (
	"encoding/json"
	"net/http"
	"time"

	"othellobot/adapters/internal/fake"
)

// ackWithin limits the time until a delivery is acknowledged,
// https://docs.slack.dev/interactivity/handling-user-interaction#acknowledgment_response.
const ackWithin = 3 * time.Second

// Kinds of deliveries.
const (
	KindCommand     = "slash_commands"
	KindInteractive = "interactive"
	KindEvent       = "events_api"
)

// Delivery is a command, an interaction or an event for the app. [Delivery.Send] sends it.
type Delivery struct {
	Kind        string
	ResponseURL string // set for a command, a press or a message shortcut
	TS          string // timestamp of the message that an event reports

	s        *Server
	payload  []byte // JSON
	frame    []byte // frame of [Server.SendFrame]; otherwise nil
	response *response
	before   *link // link of the previous attempt
	done     chan struct{}

	// Guarded by the server's lock:
	envelope string
	link     *link
	sent     time.Time
	acked    time.Time
	status   int
	answer   []byte
	failure  error
}

// newDelivery returns a delivery. The caller holds the lock.
func (s *Server) newDelivery(kind string, payload object) *Delivery {
	text, err := json.Marshal(payload)
	if err != nil {
		panic(err) // a mistake in the fake
	}
	d := &Delivery{Kind: kind, s: s, payload: text, envelope: s.uuid(), done: make(chan struct{})}
	if url, ok := payload["response_url"].(string); ok {
		d.ResponseURL, d.response = url, s.responses[url[len(s.base):]]
	}
	return d
}

// Payload returns the payload of the delivery, as JSON.
func (d *Delivery) Payload() []byte { return d.payload }

// Send sends the delivery. It returns when the delivery is acknowledged, or after three seconds.
func (d *Delivery) Send() {
	s := d.s
	defer s.Busy()()
	if s.Endpoint() != "" {
		d.Receive(s.Do(d.Request()))
		return
	}
	if !s.bySocket(d) {
		return
	}
	late := time.NewTimer(ackWithin)
	defer late.Stop()
	select {
	case <-d.done:
	case <-late.C:
	case <-s.Ending():
	}
}

// SendAndWait sends the delivery, waits until it is handled, and returns it.
func (d *Delivery) SendAndWait() *Delivery {
	d.s.t.Helper()
	d.Send()
	d.s.Settle()
	return d
}

// Acked reports whether the delivery was acknowledged in time.
func (d *Delivery) Acked() bool {
	d.s.mu.Lock()
	defer d.s.mu.Unlock()
	return !d.acked.IsZero() && d.acked.Sub(d.sent) <= ackWithin && (d.status == 0 || d.status == http.StatusOK)
}

// AckTime returns the time until the acknowledgement, or 0 without an acknowledgement.
func (d *Delivery) AckTime() time.Duration {
	d.s.mu.Lock()
	defer d.s.mu.Unlock()
	if d.acked.IsZero() {
		return 0
	}
	return d.acked.Sub(d.sent)
}

// Status returns the status of the answer to an HTTP delivery, or 0 without an answer.
func (d *Delivery) Status() int {
	d.s.mu.Lock()
	defer d.s.mu.Unlock()
	return d.status
}

// Answer returns the body of the HTTP answer, or the payload of the acknowledgement by Socket Mode.
func (d *Delivery) Answer() []byte {
	d.s.mu.Lock()
	defer d.s.mu.Unlock()
	return d.answer
}

// Err returns the reason why the delivery was not sent or not answered.
func (d *Delivery) Err() error {
	d.s.mu.Lock()
	defer d.s.mu.Unlock()
	return d.failure
}

// acknowledge records an acknowledgement and posts the message in it,
// https://docs.slack.dev/interactivity/implementing-slash-commands#responding_to_commands. The caller
// holds the lock.
func (d *Delivery) acknowledge(status int, f fields, answer []byte) {
	d.acked, d.status, d.answer = d.s.Now(), status, answer
	if d.response != nil && d.response.original == nil && len(f) > 0 {
		d.s.respond(d.response, MethodAck, f)
	}
	close(d.done)
}

// NewRedelivery returns a repetition of a delivery, https://docs.slack.dev/apis/events-api#errors. It is
// sent over another connection if there is one.
func (s *Server) NewRedelivery(d *Delivery) *Delivery {
	s.mu.Lock()
	defer s.mu.Unlock()
	return &Delivery{
		Kind: d.Kind, ResponseURL: d.ResponseURL, TS: d.TS, s: s, payload: d.payload, response: d.response,
		before: d.link, done: make(chan struct{}), envelope: s.uuid(),
	}
}

// Command sends a user's slash command and waits until it is handled. See [Server.NewCommand].
func (s *Server) Command(w Where, user, text string) *Delivery {
	s.t.Helper()
	return s.NewCommand(w, user, text).SendAndWait()
}

// NewCommand returns a slash command, https://docs.slack.dev/interactivity/implementing-slash-commands.
// Build its text with [Workspace.Mentioning] and [Typed].
func (s *Server) NewCommand(w Where, user, text string) *Delivery {
	s.t.Helper()
	if w.Thread != "" {
		s.t.Fatal("slacktest: a slash command cannot be sent in a thread")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.channels[w.Channel]
	if !c.canRead(user) {
		s.t.Fatalf("slacktest: %s is not in %s", user, c.name)
	}
	p := c.ws.person(user)
	url := s.responseURL(c, p, nil)
	payload := object{
		"token": "verification-token", "team_id": c.ws.TeamID, "team_domain": c.ws.Domain,
		"channel_id": c.id, "channel_name": c.shownName(), "user_id": p.ID, "user_name": p.Name,
		"command": "/othello", "text": text, "api_app_id": appID, "response_url": url, "trigger_id": s.trigger(p),
		"is_enterprise_install": map[bool]string{true: "true", false: "false"}[c.ws.orgWide()],
	}
	if c.ws.EnterpriseID != "" {
		payload["enterprise_id"], payload["enterprise_name"] = c.ws.EnterpriseID, organisation
	}
	return s.newDelivery(KindCommand, payload)
}

// Typed returns a typed text as Slack delivers it.
func Typed(text string) string { return escape(text) }

// Mentioning returns the mention of a user as Slack delivers it with a command.
func (w *Workspace) Mentioning(user string) string { return "<@" + w.User(user) + "|" + user + ">" }

func (s *Server) received(l *link, frame []byte) {
	var ack struct {
		EnvelopeID string          `json:"envelope_id"`
		Payload    json.RawMessage `json:"payload"`
	}
	if err := json.Unmarshal(frame, &ack); err != nil {
		s.Violation("a frame of Socket Mode is no JSON: %v: %s", err, fake.Shorten(frame))
		return
	}
	s.mu.Lock()
	d, silent := s.pending[ack.EnvelopeID], l.silent
	delete(s.pending, ack.EnvelopeID)
	s.mu.Unlock()
	if silent {
		return
	}
	if d == nil {
		s.Violation("the envelope %q is not there to be acknowledged, or no longer: %s", ack.EnvelopeID, fake.Shorten(frame))
		return
	}
	if len(frame) >= maxSocketResponse {
		s.Violation("an acknowledgement has %d bytes; Slack drops it without a word", len(frame))
		return
	}
	var f fields
	if payload := string(ack.Payload); payload != "" && payload != "null" {
		var err error
		if f, err = jsonFields(ack.Payload); err != nil || d.Kind != KindCommand {
			s.Violation("the acknowledgement of %s takes no such payload: %s", d.Kind, fake.Shorten(ack.Payload))
			f = nil
		} else if s.check(MethodAck, f, ack.Payload) {
			f = nil
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	d.acknowledge(0, f, ack.Payload)
}
