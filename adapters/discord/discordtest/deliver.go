package discordtest

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// ConnectHTTP has interactions sent to a handler by HTTP from now on, signed.
func (s *Server) ConnectHTTP(h http.Handler) {
	s.t.Helper()
	s.ConnectURL(s.serve("bot.test:80", h))
}

// ConnectURL has interactions sent to a URL from now on, signed.
func (s *Server) ConnectURL(url string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.endpoint = url
}

// CheckEndpoint does what Discord does before it takes an endpoint on: it sends a
// ping, and one with a bad signature. It fails the test if that is not answered
// as it should be,
// https://docs.discord.com/developers/interactions/overview#setting-up-an-endpoint.
func (s *Server) CheckEndpoint() {
	s.t.Helper()
	ping, _ := json.Marshal(object{"id": s.app, "application_id": s.app, "type": kindPing, "version": 1, "token": "ping"})
	status, header, answer, err := s.deliver(s.SignedRequest(ping))
	var pong struct{ Type int }
	if err != nil || status != 200 || json.Unmarshal(answer, &pong) != nil || pong.Type != CallbackPong ||
		!strings.HasPrefix(header.Get("Content-Type"), "application/json") {
		s.t.Errorf("discordtest: a ping is answered with %d %s (%v)", status, shorten(answer), err)
	}
	forged := s.SignedRequest(ping)
	forged.Header.Set("X-Signature-Ed25519", strings.Repeat("00", ed25519.SignatureSize))
	if status, _, _, err := s.deliver(forged); err != nil || status != http.StatusUnauthorized {
		s.t.Errorf("discordtest: a ping with a bad signature is answered with %d (%v), want 401", status, err)
	}
}

// SignedRequest gives a request to the endpoint as Discord sends it.
func (s *Server) SignedRequest(body []byte) *http.Request {
	s.mu.Lock()
	url := s.endpoint
	s.mu.Unlock()
	r, err := http.NewRequest(http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		panic(err) // the test's own mistake
	}
	at := strconv.FormatInt(time.Now().Unix(), 10)
	r.Header.Set("X-Signature-Timestamp", at)
	r.Header.Set("X-Signature-Ed25519", s.Sign(at, body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", "Discord-Interactions/1.0 (+https://discord.com)")
	return r
}

// Sign gives the signature of a body that is sent at a time.
func (s *Server) Sign(timestamp string, body []byte) string {
	return hex.EncodeToString(ed25519.Sign(s.key, append([]byte(timestamp), body...)))
}

// deliver sends a request to the endpoint. Discord waits no longer than for any
// first answer.
func (s *Server) deliver(r *http.Request) (status int, header http.Header, body []byte, err error) {
	ctx, cancel := context.WithTimeout(r.Context(), answerWithin)
	defer cancel()
	answer, err := s.transport.RoundTrip(r.WithContext(ctx))
	if err != nil {
		return 0, nil, nil, err
	}
	defer answer.Body.Close()
	body, err = io.ReadAll(io.LimitReader(answer.Body, maxRequest))
	return answer.StatusCode, answer.Header, body, err
}

// inFlight is how long the answer in an HTTP response may be on its way.
const inFlight = 250 * time.Millisecond

// SlowAnswers has Discord take so long to act on the answer in an HTTP response.
// Until then the token of the interaction is unknown, although the program has
// sent its answer. Otherwise requests with the token wait for that.
func (s *Server) SlowAnswers(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.slow = d
}

// awaitAnswer holds a request with a token back while the answer may be on its
// way, so that it does not depend on chance which is first.
func (s *Server) awaitAnswer(c *call) {
	s.mu.Lock()
	in := s.interactions[c.r.PathValue("webhook_token")]
	wait := in != nil && in.byHTTP && s.slow == 0 && in.callback == 0
	s.mu.Unlock()
	if !wait {
		return
	}
	timer := time.NewTimer(inFlight)
	defer timer.Stop()
	select {
	case <-in.done:
	case <-timer.C:
	case <-s.ending:
	}
}

var errNoShard = errors.New("no shard is connected")

// send sends an interaction to the bot and waits until it was answered, or until
// it is too late for that.
func (s *Server) send(in *Interaction, payload []byte) {
	s.traffic.begin()
	defer s.traffic.end()
	late := time.NewTimer(answerWithin)
	defer late.Stop()
	s.mu.Lock()
	endpoint := s.endpoint
	in.byHTTP = endpoint != ""
	s.mu.Unlock()
	var err error
	if endpoint != "" {
		err = s.throughHTTP(in, payload)
	} else {
		err = s.throughGateway(in, payload)
	}
	if err == nil {
		select {
		case <-in.done:
			return
		case <-late.C:
		case <-s.ending:
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if in.callback == 0 {
		in.dead = true
		in.close()
	}
}

// throughGateway sends an interaction to all connections that are for its server.
func (s *Server) throughGateway(in *Interaction, payload []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	err := errNoShard
	for c := range s.gateway.conns {
		if c.ready && c.serves(in.where) {
			c.dispatch("INTERACTION_CREATE", json.RawMessage(payload))
			err = nil
		}
	}
	return err
}

// throughHTTP takes the answer from the response, if it has one.
func (s *Server) throughHTTP(in *Interaction, payload []byte) error {
	status, header, answer, err := s.deliver(s.SignedRequest(payload))
	if err != nil {
		return err
	}
	if len(answer) == 0 && (status == http.StatusAccepted || status == http.StatusNoContent) {
		return nil // the answer comes by the route of callbacks
	}
	if status != http.StatusOK {
		return errors.New("the endpoint answers with " + strconv.Itoa(status))
	}
	s.mu.Lock()
	slow := s.slow
	s.mu.Unlock()
	time.Sleep(slow)
	c := &call{s: s, contentType: header.Get("Content-Type"), raw: answer}
	if c.r, err = http.NewRequest(http.MethodPost, "/", nil); err != nil {
		return err
	}
	if problems := s.check(c, RouteCallback); len(problems) > 0 {
		for _, problem := range problems {
			s.violated("the answer in an HTTP response: %s\n%s", problem, shorten(answer))
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
		s.violated("an interaction is answered in the HTTP response and also by a callback")
	}
	if f != nil {
		return errors.New(f.message)
	}
	return nil
}
