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

	"othellobot/bot"
	"othellobot/chat"
	"othellobot/engine"
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
			p := configured(t, map[string]string{"FLOOD_LIMITS": switched})
			b, handler := p.newGames(memory.New(keeping), map[string]chat.Limits{"p": {}}, bottest.Clock(time.Now), notice.New(nil), metrics.New(), nil)
			if b.MaxDuels != most {
				t.Errorf("%s: %d duels, want %d", switched, b.MaxDuels, most)
			}
			heldBack := 0
			for range 30 {
				r, err := handler.Handle(t.Context(), inDen("check"))
				must(t, err)
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

func inDen(verb string) chat.Action {
	return chat.Action{User: chat.UserID{Platform: "p", ID: "ana"}, Place: chat.Place{Platform: "p", Channel: "den"}, Verb: verb}
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
			_, handler := configured(t, nil).newGames(c.slowStore, map[string]chat.Limits{"p": {}}, bottest.Clock(time.Now), notice.New(nil), metrics.New(), nil)
			began := time.Now()
			r, err := handler.Handle(t.Context(), inDen("start"))
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
			err := configured(t, nil).runAdapters(ctx, slowStore{Store: db, save: time.Hour}, map[string]platform{"p": onlyPoster{}}, bottest.Clock(time.Now), notice.New(nil), m, nil)
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
	p := configured(t, map[string]string{"DATABASE_URL": url})
	opened, err := p.openStore(t.Context())
	must(t, err)
	operators, err := openForOperator(t.Context(), p.Config)
	must(t, err)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute) // more than any limit
	defer cancel()
	for _, db := range []*store.Store{opened, operators} { // leaves a connection open, which then seems healthy
		must(t, db.Check(ctx))
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
	for _, url := range []string{"memory:", storetest.Postgres(t)} {
		p := configured(t, map[string]string{"DATABASE_URL": url})
		db, err := p.openStore(t.Context())
		must(t, err)
		c := newClock(db, p.log)
		if c.Trusted() == db.Shared {
			t.Errorf("shared %t: before the store was asked the clock is trusted: %t", db.Shared, c.Trusted())
		}
		until(time.Minute, func() bool { return c.Update(t.Context()) == nil }) // a busy database may miss the first requests
		if !c.Trusted() || c.Offset().Abs() > 10*time.Second {
			t.Errorf("shared %t: the clock is trusted: %t, and off by %v", db.Shared, c.Trusted(), c.Offset())
		}
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}
}

func inMemory(t *testing.T) *store.Store {
	t.Helper()
	db, err := configured(t, nil).openStore(t.Context())
	must(t, err)
	t.Cleanup(func() { must(t, db.Close()) })
	return db
}

func configured(t *testing.T, env map[string]string) program {
	t.Helper()
	c, _, err := config.Load(t.TempDir()+"/none", func(key string) string { return env[key] }, false)
	must(t, err)
	return program{Config: c, words: words.Load(), log: slog.New(slog.DiscardHandler)}
}

// The tables for moves and hints take at most 32 MiB together. The bot and the engine have the same
// number of levels.
func TestEngineIsBounded(t *testing.T) {
	if most := (maxThinkers + 1) * searchMemory; most > 32<<20 || thinkers() > maxThinkers {
		t.Errorf("%d thinkers, with a search for hints, may take %d bytes", thinkers(), most)
	}
	if game.MaxLevel != engine.Levels {
		t.Errorf("the bot knows %d levels, the engine %d", game.MaxLevel, engine.Levels)
	}
}

// Package bot must not import an engine, so both define the reasons for a hint.
func TestBotKnowsTheEnginesReasons(t *testing.T) {
	for ours, theirs := range map[string]string{
		bot.ReasonOnlyMove:   engine.ReasonOnlyMove,
		bot.ReasonSolvedWin:  engine.ReasonSolvedWin,
		bot.ReasonSolvedDraw: engine.ReasonSolvedDraw,
		bot.ReasonSolvedLoss: engine.ReasonSolvedLoss,
		bot.ReasonSearch:     engine.ReasonSearch,
	} {
		if ours != theirs {
			t.Errorf("the bot says %q where the engine says %q", ours, theirs)
		}
	}
}

// slowEngine thinks until its context ends. Then it knows a move, but no hint.
type slowEngine struct{}

func (slowEngine) Choose(ctx context.Context, p rules.Position, _ int, _ uint64) (rules.Square, error) {
	<-ctx.Done()
	return p.Legal().First(), nil
}

func (slowEngine) Hint(ctx context.Context, _ rules.Position) ([]rules.Square, bot.Reason, int, error) {
	<-ctx.Done()
	return nil, "", 0, ctx.Err()
}

func TestEngineAnswersInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		recorded := make(map[string]time.Duration)
		e := timeLimitedEngine{slowEngine{}, func(task string, began time.Time) { recorded[task] = time.Since(began) }}
		begun := time.Now()
		if _, err := e.Choose(t.Context(), rules.Start(), 1, 1); err != nil || time.Since(begun) != moveTime {
			t.Errorf("a move after %v: %v", time.Since(begun), err)
		}
		begun = time.Now()
		if _, _, _, err := e.Hint(t.Context(), rules.Start()); !errors.Is(err, bot.ErrThinking) || time.Since(begun) != hintTime {
			t.Errorf("a hint after %v: %v", time.Since(begun), err)
		}
		if recorded["move"] != moveTime || recorded["hint"] != hintTime {
			t.Errorf("recorded are %v", recorded)
		}
		gone, leave := context.WithCancel(t.Context())
		leave()
		if _, _, _, err := e.Hint(gone, rules.Start()); !errors.Is(err, context.Canceled) {
			t.Errorf("a hint that nobody waits for: %v", err)
		}
	})
}

func TestResting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for works, want := range map[time.Duration]time.Duration{
			minWork / 2: minWork / 2,
			minWork:     2 * minWork,
			time.Second: time.Second + maxRest,
		} {
			began, yield := time.Now(), resting(context.Context.Err)
			time.Sleep(works)
			if err := yield(t.Context()); err != nil {
				t.Error(err)
			}
			if took := time.Since(began); took != want {
				t.Errorf("work of %v takes %v, want %v", works, took, want)
			}
		}
		began, yield := time.Now(), resting(func(context.Context) error { return context.Canceled })
		for range 6 {
			time.Sleep(minWork / 2)
			if err := yield(t.Context()); !errors.Is(err, context.Canceled) {
				t.Errorf("after the caller gave up, yield returns %v", err)
			}
		}
		if took := time.Since(began); took != 6*minWork {
			t.Errorf("work of %v in six parts takes %v", 3*minWork, took)
		}
	})
}
