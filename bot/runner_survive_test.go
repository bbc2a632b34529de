package bot_test

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/bot"
	"othellobot/bot/runner"
	"othellobot/chat"
	"othellobot/engine"
	"othellobot/game"
	"othellobot/people"
	"othellobot/rules"
	"othellobot/store/memory"
)

// panicText must not appear in a log.
const panicText = "xoxb-secret"

// fault panics while it is set.
type fault struct{ there atomic.Bool }

func (f *fault) strike() {
	if f.there.Load() {
		panic(panicText)
	}
}

type faultyEngine struct {
	*engine.Engine
	*fault
	level int
}

func (e *faultyEngine) Choose(ctx context.Context, p rules.Position, level int, seed uint64) (rules.Square, error) {
	if level == e.level {
		e.strike()
	}
	return e.Engine.Choose(ctx, p, level, seed)
}

type faultyStore struct {
	people.Store
	*fault
	place game.Place
}

func (s *faultyStore) Save(ctx context.Context, c game.Change) error {
	if c.Room.Place == s.place {
		s.strike()
	}
	return s.Store.Save(ctx, c)
}

type faultyPoster struct {
	recorder
	*fault
	place chat.Place
}

func (p *faultyPoster) Deliver(ctx context.Context, place chat.Place, r chat.Response) {
	if place == p.place {
		p.strike()
	}
	p.recorder.Deliver(ctx, place, r)
}

// TestRunnerSurvivesPanics checks that a panic of the engine, the store or a platform affects only
// one game, which continues once the fault is gone.
func TestRunnerSurvivesPanics(t *testing.T) {
	bad, good := typed("ana", "start bot white 2"), in("other", typed("bo", "start bot white 1"))
	place := game.Place(bad.Place.String())
	for name, parts := range map[string]func(*fault) (bot.Engine, people.Store, chat.Poster){
		"the engine": func(f *fault) (bot.Engine, people.Store, chat.Poster) {
			return &faultyEngine{engine.New(1, 1<<20), f, 2}, memory.New(timing), &recorder{}
		},
		"the store": func(f *fault) (bot.Engine, people.Store, chat.Poster) {
			return engine.New(1, 1<<20), &faultyStore{memory.New(timing), f, place}, &recorder{}
		},
		"the platform": func(f *fault) (bot.Engine, people.Store, chat.Poster) {
			return engine.New(1, 1<<20), memory.New(timing), &faultyPoster{fault: f, place: bad.Place}
		},
	} {
		for way, work := range map[string]func(*runner.Runner, context.Context){
			"at once":             func(r *runner.Runner, ctx context.Context) { r.Run(ctx) },
			"one after the other": settleEverySecond,
		} {
			t.Run(name+" "+way, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					var f fault
					e, store, poster := parts(&f)
					runner, log := newRunner(e, poster)
					runner.Bot.Ports = people.PortsOf(store, timing)
					runner.Ports = runner.Bot.Ports
					must(t, runner.Bot, t.Context(), bad)
					must(t, runner.Bot, t.Context(), good)
					f.there.Store(true)
					ctx, stop := context.WithCancel(t.Context())
					var done sync.WaitGroup
					done.Go(func() { work(runner.Runner, ctx) })

					time.Sleep(time.Minute)
					synctest.Wait()
					if n := movesIn(t, runner.Bot, good.Place); n != 1 {
						t.Errorf("the other game has %d moves, want the engine's", n)
					}
					if text := log.String(); !strings.Contains(text, "recovered from a panic in a task") || strings.Contains(text, panicText) {
						t.Errorf("the log is %q", text)
					}

					f.there.Store(false)
					time.Sleep(time.Minute)
					synctest.Wait()
					if n := movesIn(t, runner.Bot, bad.Place); n != 1 {
						t.Errorf("once the fault is gone, the game has %d moves, want the engine's", n)
					}
					stop()
					done.Wait()
				})
			})
		}
	}
}

func settleEverySecond(r *runner.Runner, ctx context.Context) {
	for r.Settle(ctx) == nil {
		time.Sleep(time.Second)
	}
}

func movesIn(t *testing.T, b *bot.Bot, at chat.Place) int {
	t.Helper()
	room, _, err := b.Table.Load(t.Context(), game.Place(at.String()), "")
	if err != nil || room.Active == nil {
		t.Fatalf("the game of %v is gone: %v", at, err)
	}
	return len(room.Active.Moves)
}
