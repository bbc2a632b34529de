package discordtest

import (
	"bytes"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"othellobot/adapters/internal/fake"
)

// SignedRequest returns a request to the endpoint as Discord sends it.
func (s *Server) SignedRequest(body []byte) *http.Request {
	r, err := http.NewRequest(http.MethodPost, s.Endpoint(), bytes.NewReader(body))
	if err != nil {
		panic(err) // a bug of the test
	}
	at := strconv.FormatInt(time.Now().Unix(), 10)
	r.Header.Set("X-Signature-Timestamp", at)
	r.Header.Set("X-Signature-Ed25519", s.Sign(at, body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", "Discord-Interactions/1.0 (+https://discord.com)")
	return r
}

func (s *Server) Sign(timestamp string, body []byte) string {
	return hex.EncodeToString(ed25519.Sign(s.key, append([]byte(timestamp), body...)))
}

const inFlight = 250 * time.Millisecond

// awaitAnswer delays a request until the HTTP response with the first answer has arrived, for up to
// inFlight, so that their order is predictable.
func (s *Server) awaitAnswer(c *call) {
	s.mu.Lock()
	in := s.interactions[c.r.PathValue("webhook_token")]
	wait := in != nil && in.awaited && in.callback == 0
	s.mu.Unlock()
	if !wait {
		return
	}
	timer := time.NewTimer(inFlight)
	defer timer.Stop()
	select {
	case <-in.done:
	case <-timer.C:
	case <-s.Ending():
	}
}

var errNoShard = errors.New("no shard is connected")

// Send sends the interaction, unless it is refused, and waits for an answer, for up to 3 s.
func (in *Interaction) Send() {
	if in.Refused() {
		return
	}
	s := in.s
	defer s.Busy()()
	late := time.NewTimer(answerWithin)
	defer late.Stop()
	var err error
	if s.Endpoint() != "" {
		var answer *http.Response
		var body []byte
		s.mu.Lock()
		in.awaited = true
		s.mu.Unlock()
		if answer, body, err = s.Deliver(in.Request(), answerWithin); err == nil {
			err = in.Receive(answer, body)
		}
	} else {
		err = s.throughGateway(in)
	}
	if err == nil {
		select {
		case <-in.done:
			return
		case <-late.C:
		case <-s.Ending():
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if in.callback == 0 {
		in.dead = true
		in.close()
	}
}

func (in *Interaction) sendAndReturn() *Interaction {
	in.Send()
	return in
}

func (s *Server) throughGateway(in *Interaction) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	in.begin()
	err := errNoShard
	for _, session := range s.gateway.sessions {
		if session.serves(in.where) {
			session.dispatch("INTERACTION_CREATE", json.RawMessage(in.payload))
			err = nil
		}
	}
	return err
}

// begin starts the time for an answer, unless it has already started. The caller holds the lock.
func (in *Interaction) begin() {
	if in.sent.IsZero() {
		in.sent = in.s.Now()
	}
}

// Request returns the signed HTTP request, for a test that sends it itself, and starts the time for
// an answer.
func (in *Interaction) Request() *http.Request {
	in.s.mu.Lock()
	in.begin()
	in.s.mu.Unlock()
	return in.s.SignedRequest(in.payload)
}

// Receive processes the response to the request. A body that is not empty is the callback.
func (in *Interaction) Receive(response *http.Response, answer []byte) error {
	s, status := in.s, response.StatusCode
	if len(answer) == 0 && (status == http.StatusAccepted || status == http.StatusNoContent) {
		return nil // the answer comes as a callback request
	}
	if status != http.StatusOK {
		return errors.New("the endpoint answers with " + strconv.Itoa(status))
	}
	c := &call{s: s, contentType: response.Header.Get("Content-Type"), raw: answer, r: &http.Request{Method: http.MethodPost, URL: &url.URL{}}}
	if problems := s.check(c, RouteCallback); len(problems) > 0 {
		for _, problem := range problems {
			s.Violation("the answer in an HTTP response: %s\n%s", problem, fake.Shorten(answer))
		}
		return errors.New(problems[0])
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if f := c.split(); f != nil {
		return errors.New(f.message)
	}
	kind, data, b, f := parseCallback(c)
	if f == nil {
		f = in.answer(kind, data, b)
	}
	if f == acknowledged {
		s.Violation("an interaction is answered in the HTTP response and also by a callback")
	}
	if f != nil {
		return errors.New(f.message)
	}
	return nil
}
