package exchange_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"othellobot/adapters/internal/exchange"
)

func TestIdentify(t *testing.T) {
	for name, c := range map[string]struct {
		status     int
		body, want string // error text after the host
	}{
		"well":          {200, `{"name":"ana"}`, ""},
		"refused":       {401, `{}`, " refuses the token"},
		"moved":         {302, ``, " answers with status 302"},
		"down":          {503, ``, " answers with status 503"},
		"no JSON":       {200, `<html>`, " answers with something else than JSON"},
		"too much":      {200, `{"name":"` + strings.Repeat("a", 64<<10) + `"}`, " answers with something else than JSON"},
		"not reachable": {0, ``, " cannot be reached: "},
	} {
		t.Run(name, func(t *testing.T) {
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Date", "Thu, 01 Jan 2026 12:00:00 GMT")
				w.Header().Set("Location", "/elsewhere")
				w.WriteHeader(c.status)
				_, _ = w.Write([]byte(c.body))
			}))
			defer s.Close()
			if c.status == 0 {
				s.Close()
			}
			r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+"/secret", nil)
			if err != nil {
				t.Fatal(err)
			}
			var answer struct{ Name string }
			told, err := exchange.Identify(r, &answer)
			if c.want == "" {
				if err != nil || answer.Name != "ana" || !told.Equal(time.Date(2026, time.January, 1, 12, 0, 0, 0, time.UTC)) {
					t.Errorf("%+v at %v, %v", answer, told, err)
				}
				return
			}
			if err == nil || !strings.HasPrefix(err.Error(), r.URL.Host+c.want) || strings.Contains(err.Error(), "secret") {
				t.Errorf("the error is %v, want %q", err, c.want)
			}
		})
	}
}
