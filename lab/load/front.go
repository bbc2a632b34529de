package load

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"sync/atomic"
	"testing"
)

// inFront puts something in front of the API of a fake, and gives the URL to be
// used instead.
func inFront(tb testing.TB, api string, put func(fake http.Handler) http.Handler) string {
	tb.Helper()
	to, err := url.Parse(api)
	if err != nil {
		tb.Fatal(err)
	}
	path := to.Path
	to.Path = ""
	transport := &http.Transport{MaxIdleConnsPerHost: 64}
	server := httptest.NewServer(put(&httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(to) }, Transport: transport,
	}))
	tb.Cleanup(func() {
		server.Close()
		transport.CloseIdleConnections()
	})
	return server.URL + path
}

// shortcut answers what the bot calls at once in place of a fake, while it is on:
// with a message of a new name, as either platform would.
type shortcut struct {
	on       atomic.Bool
	messages atomic.Int64
}

func (s *shortcut) before(fake http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !s.on.Load() {
			fake.ServeHTTP(w, r)
			return
		}
		n := s.messages.Add(1)
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"ok":true,"ts":"1800000000.%06d","id":"%d"}`, n, 1_200_000_000_000_000_000+n)
	})
}
