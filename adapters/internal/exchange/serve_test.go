package exchange_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"othellobot/adapters/internal/exchange"
)

func TestReadBody(t *testing.T) {
	for body, want := range map[string]int{"": 200, "1234": 200, "12345": 413} {
		r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(body))
		got, status := exchange.ReadBody(httptest.NewRecorder(), r, 4)
		if status != want || status == http.StatusOK && string(got) != body {
			t.Errorf("%q: %q, %d", body, got, status)
		}
	}
	r := httptest.NewRequest(http.MethodPost, "/", failing{})
	if _, status := exchange.ReadBody(httptest.NewRecorder(), r, 4); status != http.StatusBadRequest {
		t.Errorf("a body that cannot be read: %d", status)
	}
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errors.New("cut") }

func TestServe(t *testing.T) {
	for body, kind := range map[string]string{`{"a":1}`: "application/json", "": ""} {
		written := make(chan error, 1)
		w := httptest.NewRecorder()
		exchange.Serve(w, httptest.NewRequest(http.MethodPost, "/", nil), func(respond func(context.Context, []byte) error) bool {
			go func() { written <- respond(t.Context(), []byte(body)) }()
			return true
		})
		if err := <-written; err != nil || w.Code != http.StatusOK || w.Body.String() != body || body != "" && w.Header().Get("Content-Type") != kind {
			t.Errorf("%q: %d %q %v, %v", body, w.Code, w.Body, w.Header(), err)
		}
	}
}

func TestServeWithoutATask(t *testing.T) {
	w := httptest.NewRecorder()
	exchange.Serve(w, httptest.NewRequest(http.MethodPost, "/", nil), func(func(context.Context, []byte) error) bool { return false })
	if w.Code != http.StatusServiceUnavailable {
		t.Errorf("status %d", w.Code)
	}
}

func TestServeAfterAHangUp(t *testing.T) {
	ctx, hangUp := context.WithCancel(t.Context())
	written := make(chan error, 1)
	w := httptest.NewRecorder()
	exchange.Serve(w, httptest.NewRequestWithContext(ctx, http.MethodPost, "/", nil), func(respond func(context.Context, []byte) error) bool {
		go func() {
			<-ctx.Done()
			written <- respond(t.Context(), []byte("late"))
		}()
		hangUp()
		return true
	})
	if err := <-written; err != nil && !errors.Is(err, exchange.ErrHungUp) {
		t.Errorf("whoever made the answer is told %v", err)
	}
}

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
			_, told, err := exchange.Identify(r, &answer)
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
