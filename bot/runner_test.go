package bot_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
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
	"othellobot/people"
	"othellobot/rules"
	"othellobot/store/memory"
	"othellobot/words/wordstest"
)

type recorder struct {
	handler chat.Handler // draws the effects; nil to draw nothing

	mu        sync.Mutex
	delivered []chat.Effect
}

func (p *recorder) Deliver(ctx context.Context, _ chat.Place, r chat.Response) {
	for _, e := range r.Effects {
		effects := []chat.Effect{e}
		if e.Kind == chat.Refresh && p.handler != nil {
			drawn, _ := p.handler.Draw(ctx, e)
			effects = drawn.Effects
		}
		p.mu.Lock()
		p.delivered = append(p.delivered, effects...)
		p.mu.Unlock()
	}
}

func (p *recorder) Capacity() int { return 64 }

// texts returns the first lines of the effects since the last call.
func (p *recorder) texts() (lines []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, e := range p.delivered {
		if e.Redraw {
			continue // no message was reported as sent
		}
		line, _, _ := strings.Cut(e.Message.Text.String(), "\n")
		lines = append(lines, line)
	}
	p.delivered = nil
	return lines
}

// pass advances the fake time, and waits until all other goroutines of the bubble are blocked.
func pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

type brokenEngine struct {
	*engine.Engine
	mended atomic.Bool
}

var errOutOfOrder = errors.New("out of order")

func (e *brokenEngine) Choose(ctx context.Context, p rules.Position, level int, seed uint64) (rules.Square, error) {
	if !e.mended.Load() {
		return rules.NoSquare, errOutOfOrder
	}
	return e.Engine.Choose(ctx, p, level, seed)
}

type reporting struct {
	*bot.Bot
	poster *recorder
}

func (r reporting) Sent(ctx context.Context, shown chat.Subject, o chat.Outcome) (chat.Response, error) {
	next, err := r.Bot.Sent(ctx, shown, o)
	r.poster.Deliver(ctx, shown.Place, next)
	return chat.Response{}, err
}

func running(t *testing.T, e bot.Engine) (reporting, *recorder, *bytes.Buffer) {
	t.Helper()
	poster := &recorder{}
	runner, log := newRunner(e, poster)
	poster.handler = runner.Bot
	started(t, runner)
	return reporting{runner.Bot, poster}, poster, log
}

// started runs a runner until stop is called or the test ends.
func started(t *testing.T, r interface{ Run(context.Context) }) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	var done sync.WaitGroup
	done.Go(func() { r.Run(ctx) })
	stop = func() { cancel(); done.Wait() }
	t.Cleanup(stop)
	return stop
}

func newRunner(e bot.Engine, p chat.Poster) (running *acting, log *bytes.Buffer) {
	timing := game.Timing{IdleExpiry: 168 * time.Hour, Retention: 240 * time.Hour, Zones: time.LoadLocation}
	b := bot.New(inBubbleTime(e, people.PortsOf(memory.New(timing), timing)))
	log = &bytes.Buffer{}
	return &acting{b.Runner(b, map[string]chat.Poster{"p": p}, slog.New(slog.NewTextHandler(log, nil))), b}, log
}

func inBubbleTime(e bot.Engine, ports people.Ports) bot.Config {
	return bot.Config{
		Words: wordstest.Quoted(), Ports: ports, Engine: e, Limits: map[string]chat.Limits{"p": limits},
		Clock: clock(time.Now), Seed: 1, IdleExpiry: timing.IdleExpiry, Log: slog.New(slog.DiscardHandler),
	}
}

type acting struct {
	*runner.Runner
	Bot *bot.Bot
}

func TestRunnerRemindsAndExpires(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, poster, _ := running(t, engine.New(1, 1<<20))
		must(t, b, t.Context(), typed("ana", "start anyone black"))
		must(t, b, t.Context(), typed("bo", "join"))
		pass(game.PingDelay - time.Second)
		if got := poster.texts(); len(got) != 0 {
			t.Errorf("too early the runner delivers %q", got)
		}
		pass(time.Second)
		if got := poster.texts(); len(got) != 1 || got[0] != "@ana, it is your move (Black)." {
			t.Errorf("after a minute the runner delivers %q", got)
		}
		pass(168 * time.Hour)
		if got := poster.texts(); len(got) != 4 || !strings.HasPrefix(got[2], "Nobody has moved for a long time") {
			t.Errorf("after a week the runner delivers %q", got)
		}
		pass(240 * time.Hour)
		if r, _, _ := b.Table.Load(t.Context(), game.Place(typed("ana", "").Place.String()), ""); r.Last != nil {
			t.Error("after the retention the game is still there")
		}
	})
}

func TestRunnerComesBackToWhatFailed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		broken := &brokenEngine{Engine: engine.New(1, 1<<20)}
		b, poster, log := running(t, broken)
		must(t, b, t.Context(), typed("ana", "start bot white"))
		synctest.Wait()
		if got := poster.texts(); len(got) != 0 || !strings.Contains(log.String(), "out of order") {
			t.Errorf("a broken engine delivers %q and logs %q", got, log)
		}
		broken.mended.Store(true)
		pass(time.Minute)
		if got := poster.texts(); len(got) != 1 || !strings.HasPrefix(got[0], "The bot: ") {
			t.Errorf("once mended the engine delivers %q", got)
		}
	})
}

type closedPoster struct {
	recorder
	open atomic.Bool
}

func (p *closedPoster) Capacity() int {
	if p.open.Load() {
		return 1
	}
	return 0
}

// TestRunnerIsNotHeldUpByAPlatform checks that the tasks of a failing platform wait.
func TestRunnerIsNotHeldUpByAPlatform(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		closed, good := &closedPoster{}, &recorder{}
		runner, _ := newRunner(engine.New(1, 1<<20), closed)
		runner.Posters["q"] = good
		runner.Bot.Limits["q"] = limits
		started(t, runner)
		for n := range 100 {
			must(t, runner.Bot, t.Context(), in(fmt.Sprint(n), typed(fmt.Sprint("p", n), "start bot white")))
		}
		other := typed("bo", "start bot white")
		other.User.Platform, other.Place.Platform = "q", "q"
		must(t, runner.Bot, t.Context(), other)
		synctest.Wait()
		if got, none := good.texts(), closed.texts(); len(got) != 1 || len(none) != 0 {
			t.Errorf("the good platform gets %q, and the failing one %q", got, none)
		}
		time.Sleep(10 * time.Second)
		closed.open.Store(true)
		pass(5 * time.Second)
		if got := closed.texts(); len(got) < 100 {
			t.Errorf("once the platform works, %d games continue", len(got))
		}
	})
}

func TestRunnerResumesAtTheNextAction(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		poster := &closedPoster{}
		runner, _ := newRunner(engine.New(1, 1<<20), poster)
		started(t, runner)
		synctest.Wait()
		poster.open.Store(true)
		must(t, runner.Bot, t.Context(), typed("ana", "start bot white"))
		synctest.Wait()
		if got := poster.texts(); len(got) != 1 {
			t.Errorf("when the start is answered, the runner has delivered %q", got)
		}
	})
}

var errStoreDown = errors.New("store down")

type failing struct {
	game.Agenda
	err func() error
}

func (f failing) Due(ctx context.Context, now, until time.Time, most int, prefixes []string) (game.Due, error) {
	if err := f.err(); err != nil {
		return game.Due{}, err
	}
	return f.Agenda.Due(ctx, now, until, most, prefixes)
}

func TestRunnerLeavesAFailingAgendaAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		poster := &recorder{}
		runner, log := newRunner(engine.New(1, 1<<20), poster)
		ctx, stop := context.WithCancel(t.Context())
		var failures atomic.Int32
		var mended atomic.Bool
		runner.Agenda = failing{runner.Bot.Agenda, func() error {
			if mended.Load() {
				return nil
			}
			if failures.Add(1) > 100 {
				stop() // ends the test instead of spinning forever
			}
			return errStoreDown
		}}
		must(t, runner.Bot, t.Context(), typed("ana", "start bot white")) // makes a task due, which wakes the runner
		var done sync.WaitGroup
		done.Go(func() { runner.Run(ctx) })
		asked := func(want int32) {
			t.Helper()
			synctest.Wait()
			if got := failures.Load(); got != want {
				t.Errorf("the failing agenda was read %d times, want %d", got, want)
			}
		}
		asked(1)
		time.Sleep(999 * time.Millisecond)
		asked(1)
		time.Sleep(9 * time.Second)
		asked(10)
		if got := poster.texts(); len(got) != 0 || strings.Count(log.String(), "store down") != 10 {
			t.Errorf("meanwhile the runner delivers %q and logs %q", got, log)
		}
		mended.Store(true)
		pass(time.Second)
		if got := poster.texts(); len(got) != 1 {
			t.Errorf("a second after it is mended the runner delivers %q", got)
		}
		stop()
		done.Wait()
	})
}
