package exchange_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/internal/exchange"
	"othellobot/chat"
)

func TestAsk(t *testing.T) {
	good := chat.Response{Done: chat.Say("done")}
	for name, c := range map[string]struct {
		call func() (chat.Response, error)
		ok   bool
	}{
		"an answer":  {func() (chat.Response, error) { return good, nil }, true},
		"an error":   {func() (chat.Response, error) { return good, errors.New("no store") }, false},
		"a panic":    {func() (chat.Response, error) { panic("xoxb-secret") }, false},
		"panic(nil)": {func() (chat.Response, error) { panic(nil) }, false},
	} {
		var log bytes.Buffer
		r, ok := exchange.Ask(t.Context(), slog.New(slog.NewTextHandler(&log, nil)), c.call)
		if ok != c.ok || ok != (r.Done != nil) {
			t.Errorf("%s: %v, %v", name, r, ok)
		}
		if strings.Contains(log.String(), "secret") || ok != (log.Len() == 0) {
			t.Errorf("%s: the log says %q", name, &log)
		}
	}
}

func TestAwait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, takes := range []time.Duration{0, time.Second, 3 * time.Second} {
			late := 0
			work := func() time.Duration { time.Sleep(takes); return takes }
			got := exchange.Await(time.Now().Add(2*time.Second), work, func() { late++ })
			if got != takes || (late == 1) != (takes > 2*time.Second) || late > 1 {
				t.Errorf("work of %v gave %v, and was late %d times", takes, got, late)
			}
		}
	})
}

func TestSleep(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
		defer cancel()
		if err := exchange.Sleep(ctx, time.Second); err != nil || time.Since(began) != time.Second {
			t.Errorf("slept %v: %v", time.Since(began), err)
		}
		if err := exchange.Sleep(ctx, time.Hour); err == nil || time.Since(began) != 3*time.Second {
			t.Errorf("slept %v in all: %v", time.Since(began), err)
		}
		if exchange.Sleep(ctx, 0) == nil {
			t.Error("a context that is done is not seen")
		}
	})
}
