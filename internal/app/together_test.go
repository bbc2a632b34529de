package app

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

var (
	errFirst  = errors.New("first")
	errSecond = errors.New("second")
)

func untilStopped(err error) task {
	return func(ctx context.Context) error {
		<-ctx.Done()
		time.Sleep(time.Second) // finishing its work
		return err
	}
}

func TestTogether(t *testing.T) {
	fails := func(context.Context) error { return errFirst }
	ends := func(context.Context) error { return nil }
	for name, c := range map[string]struct {
		tasks []task
		takes time.Duration
		want  string
	}{
		"one fails":             {[]task{untilStopped(nil), fails}, time.Second, "first"},
		"one ends":              {[]task{ends, untilStopped(nil)}, time.Second, ""},
		"another fails to stop": {[]task{fails, untilStopped(errSecond)}, time.Second, "first second"},
		"both are stopped":      {[]task{untilStopped(nil), untilStopped(nil)}, time.Minute + time.Second, ""},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, stop := context.WithTimeout(t.Context(), time.Minute)
				defer stop()
				began, got := time.Now(), ""
				if err := runTogether(ctx, c.tasks...); err != nil {
					got = strings.ReplaceAll(err.Error(), "\n", " ")
				}
				if took := time.Since(began); got != c.want || took != c.takes {
					t.Errorf("after %v it gives %q, want %q after %v", took, got, c.want, c.takes)
				}
			})
		})
	}
}

func TestServiceOutlivesTheTask(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		stop()
		var order []string
		service := func(ctx context.Context) {
			<-ctx.Done()
			order = append(order, "service")
		}
		err := runWithServices(ctx, func(ctx context.Context) error {
			err := untilStopped(errFirst)(ctx)
			order = append(order, "task")
			return err
		}, service)
		if !errors.Is(err, errFirst) || !slices.Equal(order, []string{"task", "service"}) {
			t.Errorf("ended in the order %v with %v", order, err)
		}
	})
}

func TestIndependently(t *testing.T) {
	later := func(err error) task {
		return func(context.Context) error {
			time.Sleep(time.Hour)
			return err
		}
	}
	for name, c := range map[string]struct {
		one, two task
		takes    time.Duration
		want     []error
	}{
		"both go on":     {untilStopped(nil), untilStopped(nil), 24*time.Hour + time.Second, nil},
		"one fails":      {later(errFirst), untilStopped(nil), 24*time.Hour + time.Second, nil},
		"both fail":      {later(errFirst), later(errSecond), time.Hour, []error{errFirst, errSecond}},
		"both fail late": {later(errFirst), untilStopped(errSecond), 24*time.Hour + time.Second, []error{errFirst, errSecond}},
	} {
		t.Run(strings.ReplaceAll(name, " ", "-"), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, stop := context.WithTimeout(t.Context(), 24*time.Hour)
				defer stop()
				var log bytes.Buffer
				began := time.Now()
				err := runIndependently(ctx, map[string]task{"one": c.one, "two": c.two}, slog.New(slog.NewTextHandler(&log, nil)))
				if took := time.Since(began); took != c.takes || (err != nil) != (c.want != nil) {
					t.Errorf("after %v: %v", took, err)
				}
				for _, want := range c.want {
					if !errors.Is(err, want) {
						t.Errorf("%v does not name %v", err, want)
					}
				}
				if logged := strings.Contains(log.String(), "platform=one error=first"); logged != (name != "both go on") {
					t.Errorf("the log says %q", &log)
				}
			})
		})
	}
}
