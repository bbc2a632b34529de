package app

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/chat"
	"othellobot/internal/app/config"
	"othellobot/internal/clock"
	"othellobot/internal/deadline"
	"othellobot/store"
	"othellobot/store/storetest"
	"othellobot/words"
)

func TestFloodLimits(t *testing.T) {
	for switched, most := range map[string]int{"on": 20, "off": 0} {
		synctest.Test(t, func(t *testing.T) { // where the clock stands still
			c := configured(t, map[string]string{"FLOOD_LIMITS": switched})
			b, handler := newGames(c, words.MustLoad(), store.NewMemory(keeping), map[string]chat.Limits{"p": {}}, clock.Func(time.Now), slog.New(slog.DiscardHandler))
			if b.MaxDuels != most {
				t.Errorf("%s: %d duels, want %d", switched, b.MaxDuels, most)
			}
			heldBack := 0
			for range 30 {
				r, err := handler.Handle(t.Context(), chat.Action{
					User: chat.UserID{Platform: "p", ID: "ana"}, Place: chat.Place{Platform: "p", Channel: "den"}, Verb: "check",
				})
				if err != nil {
					t.Fatal(err)
				}
				if strings.Contains(r.Effects[0].Message.Text.String(), "too much") {
					heldBack++
				}
			}
			if want := max(most/2, 0); heldBack != want {
				t.Errorf("%s: %d of 30 are held back, want %d", switched, heldBack, want)
			}
		})
	}
}

// A call of the store has its time, and so has all that somebody asks for.
func TestGamesHaveDeadlines(t *testing.T) {
	for took, now := range map[time.Duration]trouble{
		deadline.Attempt: {load: lost},
		deadline.Person:  {load: late, commit: lost, down: true},
	} {
		synctest.Test(t, func(t *testing.T) {
			kept := &stalling{Store: store.NewMemory(keeping)}
			_, handler := newGames(configured(t, nil), words.MustLoad(), kept, map[string]chat.Limits{"p": {}}, clock.Func(time.Now), slog.New(slog.DiscardHandler))
			kept.is(now)
			began := time.Now()
			r, err := handler.Handle(t.Context(), chat.Action{
				User: chat.UserID{Platform: "p", ID: "ana"}, Place: chat.Place{Platform: "p", Channel: "den"}, Verb: "start",
			})
			if got := time.Since(began); got != took || r.Trouble == chat.NoTrouble || err != nil {
				t.Errorf("somebody is answered after %v, trouble %d, %v; want %v", got, r.Trouble, err, took)
			}
		})
	}
}

// A store that the program opens, and one that an operator looks into, give up a database
// that is silent.
func TestStoresHaveLimits(t *testing.T) {
	url, silence := storetest.Silent(t, storetest.Postgres(t))
	c := configured(t, map[string]string{"DATABASE_URL": url})
	opened, err := openStore(t.Context(), c, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	visited, err := visit(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute) // more than any limit
	defer cancel()
	for _, kept := range []*store.Store{opened, visited} { // by a connection that is taken for a good one then
		if err := kept.Check(ctx); err != nil {
			t.Fatal(err)
		}
	}
	silence.Lock()
	var both sync.WaitGroup
	for _, kept := range []*store.Store{opened, visited} {
		both.Go(func() {
			if _, _, err := kept.Load(ctx, "p//den/", ""); !errors.Is(err, context.DeadlineExceeded) || ctx.Err() != nil {
				t.Errorf("a call ends by %v", err)
			}
		})
	}
	both.Wait()
	silence.Unlock()
	if err := errors.Join(opened.Close(), visited.Close()); err != nil {
		t.Error(err)
	}
}

// Where others share the store, its clock is asked before this one is believed.
func TestClockOfTheStore(t *testing.T) {
	log := slog.New(slog.DiscardHandler)
	for _, url := range []string{"memory:", storetest.Postgres(t)} {
		kept, err := store.Open(t.Context(), url, keeping, log)
		if err != nil {
			t.Fatal(err)
		}
		c := newClock(kept, log)
		if c.Trusted() == kept.Shared {
			t.Errorf("shared %t: before the store was asked the clock is trusted: %t", kept.Shared, c.Trusted())
		}
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			c.Run(ctx)
		}()
		for late := time.Now().Add(10 * time.Second); !c.Trusted() && time.Now().Before(late); {
			time.Sleep(10 * time.Millisecond)
		}
		if !c.Trusted() || c.Offset().Abs() > 10*time.Second {
			t.Errorf("shared %t: the clock is trusted: %t, and off by %v", kept.Shared, c.Trusted(), c.Offset())
		}
		stop()
		<-ended
		if err := kept.Close(); err != nil {
			t.Error(err)
		}
	}
}

// configured returns the configuration that the program makes of an environment.
func configured(t *testing.T, env map[string]string) config.Config {
	t.Helper()
	c, _, err := config.Load(t.TempDir()+"/none", func(key string) string { return env[key] }, false)
	if err != nil {
		t.Fatal(err)
	}
	return c
}
