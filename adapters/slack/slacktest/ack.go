package slacktest

import (
	"encoding/json"

	"othellobot/adapters/internal/fake"
)

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
	f := s.ackFields(d, ack.Payload)
	s.mu.Lock()
	defer s.mu.Unlock()
	d.acknowledge(0, f, ack.Payload)
}

// ackFields returns the message in an acknowledgement, or nil if there is no valid message.
func (s *Server) ackFields(d *Delivery, payload []byte) fields {
	if len(payload) == 0 || string(payload) == "null" || string(payload) == "{}" {
		return nil
	}
	if d.Kind != KindCommand {
		s.Violation("the acknowledgement of %s has a payload, and takes none: %s", d.Kind, fake.Shorten(payload))
		return nil
	}
	f, err := jsonFields(payload)
	if err != nil {
		s.Violation("the payload of an acknowledgement: %v: %s", err, fake.Shorten(payload))
		return nil
	}
	if s.check(MethodAck, f, payload) {
		return nil
	}
	return f
}
