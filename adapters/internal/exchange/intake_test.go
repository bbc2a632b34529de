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

	"go.uber.org/goleak"

	"othellobot/adapters/internal/exchange"
	"othellobot/chat"
)

func TestIntakeIsClosedAtFirst(t *testing.T) {
	var i exchange.Intake
	task := func(context.Context, chat.Handler) { t.Error("a task runs") }
	if i.IsOpen() || i.Do(task) || i.Follow(task) || i.Handler() != nil {
		t.Error("an intake that was never opened takes tasks on")
	}
}

func TestIntakeEndsAfterItsTasks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var i exchange.Intake
		h := &handler{}
		end := i.Open(t.Context(), h)
		if !i.IsOpen() || i.Handler() != h {
			t.Fatal("it is not open")
		}
		followed := false
		i.Do(func(ctx context.Context, with chat.Handler) {
			if with != h {
				t.Error("another handler")
			}
			time.Sleep(time.Second)
			i.Follow(func(ctx context.Context, _ chat.Handler) {
				time.Sleep(time.Second)
				followed = ctx.Err() == nil
			})
		})
		began := time.Now()
		end(time.Minute)
		if took := time.Since(began); took != 2*time.Second || !followed {
			t.Errorf("it has ended after %v, with what followed %v", took, followed)
		}
		none := func(context.Context, chat.Handler) { t.Error("a task runs after the end") }
		if i.Do(none) || i.Follow(none) || i.IsOpen() {
			t.Error("it takes tasks on after the end")
		}
	})
}

func TestIntakeLosesItsPatience(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var i exchange.Intake
		end := i.Open(t.Context(), &handler{})
		i.Do(func(ctx context.Context, _ chat.Handler) { <-ctx.Done() })
		synctest.Wait()
		began := time.Now()
		if end(10 * time.Second); time.Since(began) != 10*time.Second {
			t.Errorf("it has ended after %v", time.Since(began))
		}
	})
}

func TestAsk(t *testing.T) {
	good := chat.Response{Confirmation: chat.Say("done")}
	var none []int
	for name, c := range map[string]struct {
		call func() (chat.Response, error)
		logs []string // expected in the logged line; nil if the handler answers
	}{
		"an answer":         {func() (chat.Response, error) { return good, nil }, nil},
		"an error":          {func() (chat.Response, error) { return good, errors.New("no store") }, []string{"no store"}},
		"a panic":           {func() (chat.Response, error) { panic("xoxb-secret") }, []string{"recovered from a panic in the handler", "type=string", "intake_test.go"}},
		"a panic's error":   {func() (chat.Response, error) { panic(errors.New("secret")) }, []string{"type=*errors.errorString", "intake_test.go"}},
		"a runtime's error": {func() (chat.Response, error) { return good, errors.New(string(rune(none[2]))) }, []string{"index out of range [2] with length 0", "intake_test.go"}},
		"panic(nil)":        {func() (chat.Response, error) { panic(nil) }, []string{"PanicNilError", "intake_test.go"}},
	} {
		var log bytes.Buffer
		r, ok := exchange.Ask(t.Context(), slog.New(slog.NewTextHandler(&log, nil)), c.call)
		if want := c.logs == nil; ok != want || ok != (r.Confirmation != nil) || ok != (log.Len() == 0) {
			t.Errorf("%s: %v, %v, and the log says %q", name, r, ok, &log)
		}
		for _, want := range c.logs {
			if !strings.Contains(log.String(), want) {
				t.Errorf("%s: %q is not in the log %q", name, want, &log)
			}
		}
		if strings.Contains(log.String(), "secret") || strings.Count(log.String(), "\n") > 1 {
			t.Errorf("%s: the log says %q", name, &log)
		}
	}
}

func TestAwait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, takes := range []time.Duration{0, time.Second, 3 * time.Second} {
			late, began := 0, time.Now()
			exchange.Await(began.Add(2*time.Second), func() { time.Sleep(takes) }, func() { late++ })
			if time.Since(began) != takes || (late == 1) != (takes > 2*time.Second) || late > 1 {
				t.Errorf("work of %v took %v, and was late %d times", takes, time.Since(began), late)
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

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
