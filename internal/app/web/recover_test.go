package web

import (
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

const canary = "canary.Zm9v-42"

func TestPanicIsLoggedWithoutItsValue(t *testing.T) {
	var out strings.Builder
	h := newServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(errors.New(canary)) }),
		slog.New(slog.NewTextHandler(&out, nil))).Handler
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
	if got := out.String(); w.Code != http.StatusInternalServerError || strings.Contains(got, canary) ||
		!strings.Contains(got, "level=ERROR") || !strings.Contains(got, "TestPanicIsLogged") {
		t.Errorf("it answers %d and logs %s", w.Code, got)
	}
}

func TestAbortStaysAnAbort(t *testing.T) {
	h := survivePanics(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }), discard())
	defer func() {
		if got := recover(); got != http.ErrAbortHandler {
			t.Errorf("the server sees %v", got)
		}
	}()
	h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil))
}
