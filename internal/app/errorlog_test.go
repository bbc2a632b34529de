package app

import (
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func discard() *slog.Logger { return slog.New(slog.DiscardHandler) }

func TestErrorLogNamesNoAddress(t *testing.T) {
	for report, want := range map[string]string{
		"http: TLS handshake error from 192.0.2.7:51234: EOF\n":                   `msg="http server" error="http: TLS handshake error from [address]: EOF"`,
		"http: TLS handshake error from [2001:db8::7%eth0]:51234: EOF\n":          `msg="http server" error="http: TLS handshake error from [address]: EOF"`,
		"http: Accept error: accept tcp [::]:8080: too many; retrying in 5ms\n":   `msg="http server" error="http: Accept error: accept tcp [address]: too many; retrying in 5ms"`,
		"http: panic serving 192.0.2.7:51234: secret\ngoroutine 1 [running]:\n\n": `msg="http server" error="http: panic serving [address]: secret"`,
	} {
		var out strings.Builder
		log := slog.New(slog.NewTextHandler(&out, &slog.HandlerOptions{Level: slog.LevelDebug}))
		newServer(nil, log).ErrorLog.Print(report)
		if got := out.String(); !strings.Contains(got, "level=DEBUG") || !strings.HasSuffix(got, want+"\n") {
			t.Errorf("%q becomes %q, want %q", report, got, want)
		}
	}
}

func TestPanicIsLoggedWithoutItsValue(t *testing.T) {
	var out strings.Builder
	h := newServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(errors.New(canary)) }),
		slog.New(slog.NewTextHandler(&out, nil))).Handler
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
	if got := out.String(); w.Code != http.StatusInternalServerError || leaks(got) ||
		!strings.Contains(got, "level=ERROR") || !strings.Contains(got, "TestPanicIsLogged") {
		t.Errorf("it answers %d and logs %s", w.Code, got)
	}
}

func TestAbortStaysAnAbort(t *testing.T) {
	h := recovering(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }), discard())
	defer func() {
		if got := recover(); got != http.ErrAbortHandler {
			t.Errorf("the server sees %v", got)
		}
	}()
	h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil))
}
