package app

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/discord/discordtest"
	"othellobot/internal/app/config"
	"othellobot/internal/app/notice"
	"othellobot/internal/app/sealed"
	"othellobot/store"
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
	ends := func(err error) task { return func(context.Context) error { return err } }
	for name, c := range map[string]struct {
		tasks []task
		takes time.Duration
		want  string
	}{
		"one fails":             {[]task{untilStopped(nil), ends(errFirst)}, time.Second, "first"},
		"one ends":              {[]task{ends(nil), untilStopped(nil)}, time.Second, ""},
		"another fails to stop": {[]task{ends(errFirst), untilStopped(errSecond)}, time.Second, "first second"},
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

func TestInspection(t *testing.T) {
	for name, c := range map[string]struct {
		err   error
		want  int // inspections in three and a half days
		warns bool
	}{
		"whole":    {nil, 4, false},
		"damaged":  {fmt.Errorf("%w: page 7", store.ErrDamaged), 1, false},
		"not read": {errors.New("too many files"), 4, true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var log strings.Builder
				times := 0
				verify := func(ctx context.Context) error {
					time.Sleep(time.Second)
					if ctx.Err() == nil {
						times++
					}
					return c.err
				}
				ctx, cancel := context.WithTimeout(t.Context(), 84*time.Hour)
				defer cancel()
				inspection(verify, slog.New(slog.NewTextHandler(&log, nil)))(ctx)
				if times != c.want || strings.Contains(log.String(), "level=WARN") != c.warns {
					t.Errorf("%d times, and the log says %q", times, &log)
				}
			})
		})
	}
}

func installedIn(t *testing.T, workspaces ...string) *store.Store {
	t.Helper()
	db := inMemory(t)
	for _, name := range append(workspaces, pictureKey, notice.Key) {
		must(t, db.Installs.Save(t.Context(), name, []byte("plain")))
	}
	return db
}

func TestTenantsAreCounted(t *testing.T) {
	d := discordtest.New(t)
	installs, err := sealInstalls(config.Config{}, installedIn(t, "T1", "T2"), slog.New(slog.DiscardHandler))
	must(t, err)
	onDiscord := &config.Discord{APIURL: d.APIURL(), Token: config.NewSecret(d.Token())}
	for name, c := range map[string]struct {
		config config.Config
		want   map[string]int
	}{
		"Discord":               {config.Config{Discord: onDiscord}, map[string]int{"discord": 1}},
		"Discord with no token": {config.Config{Discord: &config.Discord{APIURL: d.APIURL()}}, map[string]int{}},
		"a workspace":           {config.Config{Slack: &config.Slack{BotToken: config.NewSecret("xoxb-1")}}, map[string]int{"slack": 1}},
		"workspaces":            {config.Config{Slack: &config.Slack{ClientID: "1"}}, map[string]int{"slack": 2}},
	} {
		got := map[string]int{}
		countTenants(t.Context(), c.config, installs, func(platform string, n int) { got[platform] = n })
		if !maps.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// The bot's own entries in the store of installations do not count as workspaces.
func TestWorkspacesAreChecked(t *testing.T) {
	var out strings.Builder
	f := &findings{to: &out}
	if err := f.installed(t.Context(), config.Config{Slack: &config.Slack{ClientID: "1"}}, installedIn(t, "T1")); err != nil || !strings.Contains(out.String(), " 1 have installed the bot") {
		t.Errorf("a check says %q, %v", &out, err)
	}
}

func TestTenantsAreCountedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		told, done, db := make(chan int, 9), make(chan struct{}), installedIn(t)
		go func() {
			defer close(done)
			census(config.Config{Slack: &config.Slack{ClientID: "1"}}, sealed.NewInstalls(db.Installs, sealed.Keys{}, nil, pictureKey, notice.Key), func(_ string, n int) { told <- n })(ctx)
		}()
		for n, after := range []time.Duration{firstCensus, censusEvery} {
			must(t, db.Installs.Save(t.Context(), fmt.Sprint("T", n), []byte("plain")))
			time.Sleep(after - time.Second)
			synctest.Wait()
			if len(told) != 0 {
				t.Errorf("the %d. count comes too soon", n+1)
			}
			time.Sleep(time.Second)
			synctest.Wait()
			if got := <-told; got != n+1 {
				t.Errorf("the %d. count is %d", n+1, got)
			}
		}
		cancel()
		<-done
	})
}
