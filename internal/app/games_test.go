package app

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/internal/app/config"
	"othellobot/internal/app/metrics"
	"othellobot/internal/app/notice"
	"othellobot/internal/bottest"
	"othellobot/internal/deadline"
	"othellobot/people"
	"othellobot/rules"
	"othellobot/store"
	"othellobot/store/memory"
	"othellobot/store/storetest"
	"othellobot/words"
)

func TestFloodLimits(t *testing.T) {
	for switched, most := range map[string]int{"on": 20, "off": 0} {
		synctest.Test(t, func(t *testing.T) { // in a bubble, no time passes between the actions
			c := configured(t, map[string]string{"FLOOD_LIMITS": switched})
			b, handler := newGames(c, words.Load(), memory.New(keeping), map[string]chat.Limits{"p": {}}, bottest.Clock(time.Now), notice.New(nil), metrics.New(), slog.New(slog.DiscardHandler))
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

// slowStore is a store that is slow or full. Like a database, it gives up when the context ends.
type slowStore struct {
	people.Store
	load, save time.Duration
	full       bool
}

func wait(ctx context.Context, d time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, deadline.Attempt)
	defer cancel()
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (h slowStore) Load(ctx context.Context, at game.Place, delivery game.Delivery) (game.Room, error) {
	if err := wait(ctx, h.load); err != nil {
		return game.Room{}, err
	}
	return h.Store.Load(ctx, at, delivery)
}

func (h slowStore) Save(ctx context.Context, c game.Change) error {
	if h.full {
		return game.ErrNotStored
	}
	if err := wait(ctx, h.save); err != nil {
		return err
	}
	return h.Store.Save(ctx, c)
}

// Each store call and each whole action has a time limit. The answer says whether anything was stored.
func TestGamesHaveDeadlines(t *testing.T) {
	for name, c := range map[string]struct {
		slowStore
		takes time.Duration
		says  words.Message // nil if the action succeeds
	}{
		"reads slowly":            {slowStore{load: 2 * time.Second}, 2 * time.Second, nil},
		"does not read":           {slowStore{load: time.Hour}, deadline.Attempt, words.WentWrong{}},
		"stores slowly":           {slowStore{save: 2 * time.Second}, 2 * time.Second, nil},
		"is silent":               {slowStore{save: time.Hour}, deadline.UserAction, words.MaybeSaved{}},
		"reads slowly, is silent": {slowStore{load: 2 * time.Second, save: time.Hour}, deadline.UserAction, words.MaybeSaved{}},
		"is full":                 {slowStore{full: true}, 0, words.NotSaved{}},
	} {
		synctest.Test(t, func(t *testing.T) {
			c.Store = memory.New(keeping)
			_, handler := newGames(configured(t, nil), words.Load(), c.slowStore, map[string]chat.Limits{"p": {}}, bottest.Clock(time.Now), notice.New(nil), metrics.New(), slog.New(slog.DiscardHandler))
			began := time.Now()
			r, err := handler.Handle(t.Context(), chat.Action{
				User: chat.UserID{Platform: "p", ID: "ana"}, Place: chat.Place{Platform: "p", Channel: "den"}, Verb: "start",
			})
			if took := time.Since(began); took != c.takes || (r.Trouble == chat.NoTrouble) != (c.says == nil) || err != nil {
				t.Fatalf("where the store %s, somebody is answered after %v, trouble %d, %v", name, took, r.Trouble, err)
			}
			if said := r.Effects[0].Message.Text.String(); c.says != nil && !strings.Contains(said, sentence(c.says)) {
				t.Errorf("where the store %s, somebody is told %q", name, said)
			}
		})
	}
}

type onlyPoster struct{ platform }

func (onlyPoster) Prepare(context.Context) error                      { return nil }
func (onlyPoster) Limits() chat.Limits                                { return chat.Limits{} }
func (onlyPoster) Capacity() int                                      { return 1 }
func (onlyPoster) Deliver(context.Context, chat.Place, chat.Response) {}
func (onlyPoster) Run(ctx context.Context, _ chat.Handler) error {
	<-ctx.Done()
	return nil
}

// Actions of the engine and the clock have time limits, too, and count in the metrics.
func TestTheEngineAndTheClockHaveDeadlines(t *testing.T) {
	for verb, begun := range map[string]func(at game.Place) game.Game{
		"engine": func(at game.Place) game.Game {
			return game.NewDuel(1, at, "p/t/ana", game.Engine, rules.White, time.Now())
		},
		"clock": func(at game.Place) game.Game {
			return game.NewDuel(1, at, "p/t/ana", "p/t/bo", rules.Black, time.Now())
		},
	} {
		synctest.Test(t, func(t *testing.T) {
			db := memory.New(keeping)
			g := begun("p/t/c/")
			table := game.NewTable(db, keeping)
			if _, err := table.Do(t.Context(), game.Room{Place: g.Place}, game.Proposal{New: &g, Now: time.Now()}); err != nil {
				t.Fatal(err)
			}
			ctx, stop := context.WithTimeout(t.Context(), time.Hour)
			defer stop()
			m := metrics.New()
			err := runAdapters(ctx, configured(t, nil), words.Load(), slowStore{Store: db, save: time.Hour}, map[string]platform{"p": onlyPoster{}},
				bottest.Clock(time.Now), notice.New(nil), m, slog.New(slog.DiscardHandler))
			if err != nil {
				t.Error(err)
			}
			w := httptest.NewRecorder()
			m.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
			if failed := `othellobot_actions_total{outcome="failed",platform="p",verb="` + verb + `"} `; !strings.Contains(w.Body.String(), failed) {
				t.Errorf("%s: in an hour nothing is given up and counted:\n%s", verb, w.Body)
			}
		})
	}
}

// The stores of the bot and of operators' commands both give up on a database that hangs.
func TestStoresHaveLimits(t *testing.T) {
	proxy, url := storetest.NewSilentProxy(t, storetest.Postgres(t))
	c := configured(t, map[string]string{"DATABASE_URL": url})
	opened, err := openStore(t.Context(), c, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	operators, err := openForOperator(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute) // more than any limit
	defer cancel()
	for _, db := range []*store.Store{opened, operators} { // leaves a connection open, which then seems healthy
		if err := db.Check(ctx); err != nil {
			t.Fatal(err)
		}
	}
	proxy.Silence(true)
	var both sync.WaitGroup
	for _, db := range []*store.Store{opened, operators} {
		both.Go(func() {
			if _, err := db.Load(ctx, "p//den/", ""); !errors.Is(err, context.DeadlineExceeded) || ctx.Err() != nil {
				t.Errorf("a call ends by %v", err)
			}
		})
	}
	both.Wait()
	proxy.End()
	if err := errors.Join(opened.Close(), operators.Close()); err != nil {
		t.Error(err)
	}
}

// With a shared store, the clock is trusted only after the store has answered with its time.
func TestClockOfTheStore(t *testing.T) {
	log := slog.New(slog.DiscardHandler)
	for _, url := range []string{"memory:", storetest.Postgres(t)} {
		db, err := store.Open(t.Context(), url, keeping, log)
		if err != nil {
			t.Fatal(err)
		}
		c := newClock(db, log)
		if c.Trusted() == db.Shared {
			t.Errorf("shared %t: before the store was asked the clock is trusted: %t", db.Shared, c.Trusted())
		}
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			c.Run(ctx)
		}()
		for late := time.Now().Add(time.Minute); !c.Trusted() && time.Now().Before(late); { // a busy database may miss the first requests
			time.Sleep(10 * time.Millisecond)
		}
		if !c.Trusted() || c.Offset().Abs() > 10*time.Second {
			t.Errorf("shared %t: the clock is trusted: %t, and off by %v", db.Shared, c.Trusted(), c.Offset())
		}
		stop()
		<-ended
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}
}

func inMemory(t *testing.T) *store.Store {
	t.Helper()
	db, err := store.Open(t.Context(), "memory:", keeping, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

func configured(t *testing.T, env map[string]string) config.Config {
	t.Helper()
	c, _, err := config.Load(t.TempDir()+"/none", func(key string) string { return env[key] }, false)
	if err != nil {
		t.Fatal(err)
	}
	return c
}
