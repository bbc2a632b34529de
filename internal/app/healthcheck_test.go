package app_test

import (
	"io"
	"maps"
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
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	gone := closed.Addr().String()
	_ = closed.Close()
	_, port, _ := net.SplitHostPort(ready)

	byHTTP := map[string]string{"DISCORD_TOKEN": canary, "DISCORD_MODE": "http", "DISCORD_PUBLIC_KEY": strings.Repeat("0123456789abcdef", 4)}
	for name, c := range map[string]struct {
		env, more map[string]string
		code      int
		says      string
	}{
		"ready, at the admin's address":  {map[string]string{"ADMIN_ADDR": ready}, nil, 0, ""},
		"ready, on every address":        {map[string]string{"ADMIN_ADDR": ":" + port}, nil, 0, ""},
		"ready, on all of one kind":      {map[string]string{"ADMIN_ADDR": "0.0.0.0:" + port}, nil, 0, ""},
		"ready, on all of the other":     {map[string]string{"ADMIN_ADDR": "[::]:" + port}, nil, 0, ""},
		"not ready":                      {map[string]string{"ADMIN_ADDR": waiting}, nil, 1, "not ready, status 503: not ready; does not work: the store"},
		"not running":                    {map[string]string{"ADMIN_ADDR": gone}, nil, 1, "refused"},
		"ready, at the platform's":       {byHTTP, map[string]string{"HTTP_ADDR": ready}, 0, ""},
		"the admin's address goes first": {byHTTP, map[string]string{"HTTP_ADDR": ready, "ADMIN_ADDR": waiting}, 1, "not ready"},
		"nothing listens":                {nil, nil, 2, "ADMIN_ADDR"},
		"no mode that listens":           {map[string]string{"DISCORD_TOKEN": canary}, nil, 2, "ADMIN_ADDR"},
		"the platforms' address alone":   {map[string]string{"HTTP_ADDR": ready}, nil, 0, ""},
		"nobody at it":                   {map[string]string{"HTTP_ADDR": gone}, nil, 1, "refused"},
		"one ready there, one not":       {map[string]string{"HTTP_ADDR": ready, "ADMIN_ADDR": waiting}, nil, 1, "not ready"},
		"wrong configuration":            {map[string]string{"ADMIN_ADDR": "x"}, nil, 2, "ADMIN_ADDR"},
	} {
		t.Run(name, func(t *testing.T) {
			env := maps.Clone(c.more)
			if env == nil {
				env = make(map[string]string)
			}
			maps.Copy(env, c.env)
			code, stdout, stderr := program(t, env, "", "healthcheck")
			if code != c.code || !strings.Contains(stderr, c.says) || stdout != "" || strings.Contains(stderr, canary) {
				t.Errorf("exit %d, stdout %q, stderr %q, want exit %d and %q", code, stdout, stderr, c.code, c.says)
			}
		})
	}
}
