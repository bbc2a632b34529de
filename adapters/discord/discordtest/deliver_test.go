package discordtest_test

import (
	"io"
	"net/http"
	"testing"

	"othellobot/adapters/discord/discordtest"
)

// An endpoint must tell good signatures from bad ones.
func TestCheckEndpoint(t *testing.T) {
	pong := func(w http.ResponseWriter, body string) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, body)
	}
	for name, c := range map[string]struct {
		handler http.HandlerFunc
		want    string
	}{
		"right": {func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("X-Signature-Ed25519")[:8] == "00000000" {
				w.WriteHeader(401)
				return
			}
			pong(w, `{"type":1}`)
		}, ""},
		"no pong":        {func(w http.ResponseWriter, _ *http.Request) { pong(w, `{"type":4}`) }, "a ping is answered"},
		"no JSON":        {func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, `{"type":1}`) }, "a ping is answered"},
		"takes anything": {func(w http.ResponseWriter, _ *http.Request) { pong(w, `{"type":1}`) }, "a bad signature"},
	} {
		w := &witness{TB: t}
		s := discordtest.New(w)
		s.ConnectHTTP(c.handler)
		s.CheckEndpoint()
		if failed := w.saw(c.want); failed != (c.want != "") {
			t.Errorf("%s: the test fails is %v, want %q", name, failed, c.want)
		}
	}
}
