package web

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestRoutes(t *testing.T) {
	platform := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusAccepted) })
	isReady := true
	var broken []string
	mux := Routes(func(context.Context) (bool, []string) { return isReady, broken }, map[string]http.Handler{"POST /discord/interactions": platform})
	for _, c := range []struct {
		method, path string
		ready        bool
		status       int
		body, allow  string
	}{
		{"POST", "/discord/interactions", true, http.StatusAccepted, "", ""},
		{"GET", "/discord/interactions", true, http.StatusMethodNotAllowed, "Method Not Allowed\n", "POST"},
		{"POST", "/discord/interactions/", true, http.StatusNotFound, "404 page not found\n", ""},
		{"POST", "/slack/commands", true, http.StatusNotFound, "404 page not found\n", ""},
		{"GET", "/", true, http.StatusNotFound, "404 page not found\n", ""},
		{"GET", "/healthz", true, http.StatusOK, "alive\n", ""},
		{"GET", "/healthz", false, http.StatusOK, "alive\n", ""},
		{"POST", "/healthz", true, http.StatusMethodNotAllowed, "Method Not Allowed\n", "GET, HEAD"},
		{"GET", "/readyz", true, http.StatusOK, "ready\n", ""},
		{"GET", "/readyz", false, http.StatusServiceUnavailable, "not ready\n", ""},
		{"DELETE", "/readyz", true, http.StatusMethodNotAllowed, "Method Not Allowed\n", "GET, HEAD"},
	} {
		isReady = c.ready
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, httptest.NewRequest(c.method, c.path, nil))
		if w.Code != c.status || w.Body.String() != c.body || w.Header().Get("Allow") != c.allow {
			t.Errorf("%s %s, ready %v: %d %q, allowed %q; want %d %q, %q",
				c.method, c.path, c.ready, w.Code, w.Body, w.Header().Get("Allow"), c.status, c.body, c.allow)
		}
	}
	broken = []string{"one", "two"}
	for ready, want := range map[bool]string{
		true:  "ready\ndoes not work: one\ndoes not work: two\n",
		false: "not ready\ndoes not work: one\ndoes not work: two\n",
	} {
		isReady = ready
		w := httptest.NewRecorder()
		if mux.ServeHTTP(w, httptest.NewRequest("GET", "/readyz", nil)); w.Body.String() != want {
			t.Errorf("ready %v with two broken: %q", ready, w.Body)
		}
	}
}
