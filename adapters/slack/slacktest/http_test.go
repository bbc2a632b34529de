package slacktest

import (
	"io"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	slackapi "github.com/slack-go/slack"
)

// taker is an app that checks and records each HTTP delivery.
type taker struct {
	s      *Server
	mu     sync.Mutex
	bodies map[string][]string // by path
}

func newTaker(s *Server) *taker {
	taken := &taker{s: s, bodies: map[string][]string{}}
	s.ConnectHTTP(taken)
	return taken
}

func (k *taker) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	verifier, bad := slackapi.NewSecretsVerifier(r.Header, k.s.SigningSecret())
	_, _ = verifier.Write(body)
	if err != nil || bad != nil || verifier.Ensure() != nil {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.bodies[r.URL.Path] = append(k.bodies[r.URL.Path], string(body))
}

func TestSlowEndpoint(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := NewPiped(t)
		s.ConnectHTTP(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			time.Sleep(4 * time.Second)
		}))
		began := time.Now()
		if d := s.Command(s.Channel("room"), "ana", "x"); d.Acked() || d.Err() == nil || time.Since(began) != 3*time.Second {
			t.Errorf("acked %v (%v) after %v", d.Acked(), d.Err(), time.Since(began))
		}
		s.ConnectHTTP(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusInternalServerError) }))
		if d := s.Command(s.Channel("room"), "ana", "x"); d.Acked() || d.Status() != http.StatusInternalServerError {
			t.Errorf("acked %v with %d", d.Acked(), d.Status())
		}
		time.Sleep(time.Minute)
	})
}
