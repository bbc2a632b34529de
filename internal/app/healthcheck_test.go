package app_test

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestHealthcheck(t *testing.T) {
	bot := func(status int) string {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method != http.MethodGet || r.URL.Path != "/readyz" {
				t.Errorf("it asks %s %s", r.Method, r.URL)
			}
			w.WriteHeader(status)
			if status != http.StatusOK {
				_, _ = io.WriteString(w, "not ready\ndoes not work: the store\n")
			}
		}))
		t.Cleanup(s.Close)
		return s.Listener.Addr().String()
	}
	ready, waiting := bot(http.StatusOK), bot(http.StatusServiceUnavailable)
	const closed = "127.0.0.1:1" // no process listens there, but another may take a port that was just closed
	_, port, _ := net.SplitHostPort(ready)

	for name, c := range map[string]struct {
		env    map[string]string
		byHTTP bool // Discord sends its requests over HTTP
		code   int
		says   string
	}{
		"ready, at the admin's address":  {map[string]string{"ADMIN_ADDR": ready}, false, 0, ""},
		"ready, on every address":        {map[string]string{"ADMIN_ADDR": ":" + port}, false, 0, ""},
		"ready, on all of one kind":      {map[string]string{"ADMIN_ADDR": "0.0.0.0:" + port}, false, 0, ""},
		"ready, on all of the other":     {map[string]string{"ADMIN_ADDR": "[::]:" + port}, false, 0, ""},
		"not ready":                      {map[string]string{"ADMIN_ADDR": waiting}, false, 1, "not ready, status 503: not ready; does not work: the store"},
		"not running":                    {map[string]string{"ADMIN_ADDR": closed}, false, 1, "refused"},
		"ready, at the platform's":       {map[string]string{"HTTP_ADDR": ready}, true, 0, ""},
		"the admin's address goes first": {map[string]string{"HTTP_ADDR": ready, "ADMIN_ADDR": waiting}, true, 1, "not ready"},
		"nothing listens":                {nil, false, 2, "ADMIN_ADDR"},
		"no mode that listens":           {map[string]string{"DISCORD_TOKEN": canary}, false, 2, "ADMIN_ADDR"},
		"the platforms' address alone":   {map[string]string{"HTTP_ADDR": ready}, false, 0, ""},
		"nobody at it":                   {map[string]string{"HTTP_ADDR": closed}, false, 1, "refused"},
		"one ready there, one not":       {map[string]string{"HTTP_ADDR": ready, "ADMIN_ADDR": waiting}, false, 1, "not ready"},
		"wrong configuration":            {map[string]string{"ADMIN_ADDR": "x"}, false, 2, "ADMIN_ADDR"},
	} {
		t.Run(name, func(t *testing.T) {
			if c.byHTTP {
				c.env["DISCORD_TOKEN"], c.env["DISCORD_MODE"], c.env["DISCORD_PUBLIC_KEY"] = canary, "http", strings.Repeat("0123456789abcdef", 4)
			}
			code, stdout, stderr := program(t, c.env, "", "healthcheck")
			if code != c.code || !strings.Contains(stderr, c.says) || stdout != "" || strings.Contains(stderr, canary) {
				t.Errorf("exit %d, stdout %q, stderr %q, want exit %d and %q", code, stdout, stderr, c.code, c.says)
			}
		})
	}
}
