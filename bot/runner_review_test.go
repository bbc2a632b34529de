package bot_test

import (
	"context"
	"log/slog"
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
	"othellobot/internal/bottest"
	"othellobot/people"
	"othellobot/review"
	"othellobot/rules"
	"othellobot/store/memory"
)

// slowJudge searches slowly, yields like an engine, and rates the first legal move best.
type slowJudge struct {
	takes     time.Duration
	yield     func(context.Context) error // of the current question
	questions atomic.Int32
}

func (j *slowJudge) Forget() {}

func (j *slowJudge) Search(ctx context.Context, p rules.Position, _ int, _ uint64) (rules.Square, float64, int) {
	j.questions.Add(1)
	for range 10 {
		time.Sleep(j.takes / 10)
		if j.yield(ctx) != nil {
			break
		}
	}
	return p.Legal().First(), 0, 1
}

func (j *slowJudge) Lead(_ context.Context, p rules.Position, _ uint64) (rules.Square, float64, bool) {
	return p.Legal().First(), 0, false
}

func (j *slowJudge) Solve(context.Context, rules.Position, uint64) (rules.Square, int, bool) {
	return rules.NoSquare, 0, false
}

func (j *slowJudge) lend(_ context.Context, yield func(context.Context) error, question func(review.Judge) error) error {
	j.yield = yield
	return question(j)
}

// almostWholeGame is a whole game without its last move, b1.
const almostWholeGame = "f5f6e6f4e3c5c6d6e7f7c3c7g3e8b5a4g5b4f8c4d8d3b3f3d2h3e2g4f2d7c8g6a3b6h6h5a7a6a5c2d1g2h7h8h1g8g7b8h2e1f1b2b7g1a1a2h4a8c1"

func reviewing(t *testing.T, e bot.Engine, j *slowJudge) (*bot.Bot, *recorder) {
	t.Helper()
	c := inBubbleTime(e, people.PortsOf(memory.New(timing), timing))
	c.Judge, c.Review = j.lend, review.Limits{Positions: 1}
	b := bot.New(c)
	poster := &recorder{}
	runner := b.Runner(b, map[string]chat.Poster{"p": poster}, slog.New(slog.DiscardHandler))
	started(t, runner)
	return b, poster
}

func finish(t *testing.T, b *bot.Bot, channel string) {
	t.Helper()
	must(t, b, t.Context(), in(channel, typed("ana", "load "+almostWholeGame)))
	must(t, b, t.Context(), in(channel, typed("bo", "b1")))
}

func TestRunnerReviewsFinishedGames(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j := &slowJudge{takes: 10 * time.Millisecond}
		b, poster := reviewing(t, &slowEngine{}, j)
		finish(t, b, "c")
		pass(5 * time.Second)
		poster.mu.Lock()
		defer poster.mu.Unlock()
		if len(poster.delivered) == 0 {
			t.Fatal("nothing was delivered")
		}
		for _, e := range asDrawn(t, b, poster.delivered) {
			if e.Kind != chat.Edit || e.Ref != "message in c" || e.Subject.Slot != chat.SlotBoard || e.Subject.Version == 0 {
				t.Errorf("%+v", e)
			}
			if full := e.Message.Footers[0].String(); !strings.Contains(full, "accuracy ") || !strings.Contains(full, almostWholeGame) {
				t.Errorf("the fullest small print is %q", full)
			}
		}
	})
}

func TestReviewsDelayNoMove(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e, j := &slowEngine{takes: time.Minute}, &slowJudge{takes: 100 * time.Millisecond}
		b, poster := reviewing(t, e, j)
		finish(t, b, "c")
		time.Sleep(time.Second)
		must(t, b, t.Context(), in("other", typed("cy", "start bot white")))
		pass(time.Second)
		before := j.questions.Load()
		pass(50 * time.Second)
		if now := j.questions.Load(); now != before || before == 0 {
			t.Errorf("%d questions were asked while the engine was thinking, after %d", now-before, before)
		}
		poster.texts()
		pass(time.Minute)
		if got := poster.texts(); len(got) < 2 || j.questions.Load() == before {
			t.Errorf("after the move only %q", got)
		}
	})
}

func TestReviewTakesLonger(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j := &slowJudge{takes: 100 * time.Millisecond}
		b, _ := reviewing(t, &slowEngine{}, j)
		ask := typed("ana", "review "+almostWholeGame+"b1")
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		const later = "I am still looking at this game. Ask again in a moment."
		equal(t, "after a second:", whispered(t, must(t, b, ctx, ask)), later)
		pass(time.Minute)
		asked := j.questions.Load()
		if got := whispered(t, must(t, b, t.Context(), ask)); !strings.HasPrefix(got, "Move 59 cost Black") || j.questions.Load() != asked {
			t.Errorf("after a minute: %q, by %d questions more", got, j.questions.Load()-asked)
		}
	})
}

// TestReviewIsSharedOnce also checks a share after a restart, and that another user can share too.
func TestReviewIsSharedOnce(t *testing.T) {
	s := newStage(t, limits)
	s.Judge, s.Review = bottest.GuessJudge, review.Limits{Positions: 1}
	s.restart()
	page := s.do(t, typed("ana", "review moves:"+wholeGame))
	first := s.do(t, pressed(t, "ana", "Share", page))
	if len(first.Effects) != 2 || first.Effects[0].Kind != chat.Edit || first.Effects[1].Kind != chat.Post || strings.Contains(shown(first), "[Share]") {
		t.Errorf("sharing does %v", shown(first))
	}
	s.restart() // or another process
	s.whispers(t, pressed(t, "ana", "Share", page), "You have already shared this.")
	if again := s.do(t, pressed(t, "bo", "Share", s.do(t, typed("bo", "review moves:"+wholeGame)))); len(again.Effects) != 2 {
		t.Errorf("the share of another user does %v", shown(again))
	}
}

// panicText must not appear in a log.
const panicText = "xoxb-secret"

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

// TestRunnerSurvivesPanics checks that a panic affects only one game, which continues later.
func TestRunnerSurvivesPanics(t *testing.T) {
	bad, good := typed("ana", "start bot white 2"), in("other", typed("bo", "start bot white 1"))
	place := game.Place(bad.Place.String())
	for name, parts := range map[string]func(*fault) (bot.Engine, people.Store, chat.Poster){
		"the engine": func(f *fault) (bot.Engine, people.Store, chat.Poster) {
			return &faultyEngine{engine.New(1, 1<<20), f, 2}, memory.New(timing), &recorder{}
		},
		"the store": func(f *fault) (bot.Engine, people.Store, chat.Poster) {
			return engine.New(1, 1<<20), saving{memory.New(timing), func(c game.Change) error {
				if c.Room.Place == place {
					f.strike()
				}
				return nil
			}}, &recorder{}
		},
		"the platform": func(f *fault) (bot.Engine, people.Store, chat.Poster) {
			return engine.New(1, 1<<20), memory.New(timing), &faultyPoster{fault: f, place: bad.Place}
		},
	} {
		for way, work := range map[string]func(*runner.Runner, context.Context){
			"at once": func(r *runner.Runner, ctx context.Context) { r.Run(ctx) },
			"one after the other": func(r *runner.Runner, ctx context.Context) {
				for r.Settle(ctx) == nil {
					time.Sleep(time.Second)
				}
			},
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

					pass(time.Minute)
					equal(t, "the moves of the other game are", movesIn(t, runner.Bot, good.Place), 1)
					if text := log.String(); !strings.Contains(text, "recovered from a panic in a task") || strings.Contains(text, panicText) {
						t.Errorf("the log is %q", text)
					}

					f.there.Store(false)
					pass(time.Minute)
					equal(t, "once the fault is gone, the moves of the game are", movesIn(t, runner.Bot, bad.Place), 1)
					stop()
					done.Wait()
				})
			})
		}
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
