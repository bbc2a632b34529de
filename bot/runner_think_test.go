package bot_test

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/bot"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/people"
	"othellobot/rules"
	"othellobot/store/memory"
)

type slowEngine struct {
	takes time.Duration
	asked atomic.Int32
}

func (e *slowEngine) Choose(ctx context.Context, p rules.Position, _ int, _ uint64) (rules.Square, error) {
	e.asked.Add(1)
	select {
	case <-time.After(e.takes):
		return p.Legal().First(), nil
	case <-ctx.Done():
		return rules.NoSquare, ctx.Err()
	}
}

func (e *slowEngine) Hint(ctx context.Context, p rules.Position) ([]rules.Square, string, int, error) {
	select {
	case <-time.After(e.takes):
		return []rules.Square{p.Legal().First()}, bot.ReasonSearch, 0, nil
	case <-ctx.Done():
		return nil, "", 0, ctx.Err()
	}
}

func in(channel string, a chat.Action) chat.Action {
	a.Place.Channel = channel
	return a
}

func TestGamesWaitForTheEngine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := &slowEngine{takes: 100 * time.Millisecond}
		b, poster, _ := running(t, e)
		for n := range 20 {
			r := must(t, b, t.Context(), in(fmt.Sprint("c", n), typed("ana", "start bot white")))
			const want = "The bot is thinking."
			if got := r.Effects[0].Message.Text.String(); !strings.HasSuffix(got, want) {
				t.Errorf("game %d says %q, want %q", n, got, want)
			}
			synctest.Wait()
		}
		pass(1900 * time.Millisecond)
		if n := e.asked.Load(); n != 20 {
			t.Errorf("asked %d times in 1.9 s, want 20, one after the other", n)
		}
		pass(time.Minute)
		if got := poster.texts(); len(got) != 20 || e.asked.Load() != 20 {
			t.Errorf("%d games went on, after %d questions", len(got), e.asked.Load())
		}
	})
}

// TestEngineNextIsSoon checks that a move is announced only at a quick level, and if no other game waits.
func TestEngineNextIsSoon(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := &slowEngine{takes: time.Second}
		b, _, _ := running(t, e)
		start := func(channel, command string) bool {
			r := must(t, b, t.Context(), in(channel, typed("ana", command)))
			synctest.Wait()
			return r.EngineNext
		}
		if start("high", "start bot white level 14") {
			t.Error("at level 14, an immediate engine move is announced")
		}
		if start("second", "start bot white level 13") {
			t.Error("an answer is expected while the engine thinks about another game")
		}
		pass(2 * e.takes)
		if !start("third", "start bot white level 13") {
			t.Error("no answer is expected of an engine that has nothing else to do")
		}
	})
}

func TestEngineSkipsEndedGames(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := &slowEngine{takes: time.Second}
		b, poster, _ := running(t, e)
		for _, channel := range []string{"first", "second", "third"} {
			must(t, b, t.Context(), in(channel, typed("ana", "start bot white")))
		}
		synctest.Wait()
		must(t, b, t.Context(), in("first", typed("ana", "stop")))  // the engine thinks about this game
		must(t, b, t.Context(), in("second", typed("ana", "stop"))) // this game waits in the queue
		pass(time.Minute)
		if got := poster.texts(); len(got) != 1 || e.asked.Load() != 2 {
			t.Errorf("asked %d times, and told %q", e.asked.Load(), got)
		}
	})
}

func TestRunnerStopsAThinkingEngine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := &slowEngine{takes: time.Hour}
		runner, log := newRunner(e, &recorder{})
		stop := started(t, runner)
		must(t, runner.Bot, t.Context(), typed("ana", "start bot white"))
		synctest.Wait()
		begun := time.Now()
		stop()
		if e.asked.Load() != 1 || time.Since(begun) > 0 || log.Len() > 0 {
			t.Errorf("asked %d times, it ends after %v and logs %q", e.asked.Load(), time.Since(begun), log)
		}
	})
}

type busyEngine struct{ bot.Engine }

func (busyEngine) Hint(context.Context, rules.Position) ([]rules.Square, string, int, error) {
	return nil, "", 0, bot.ErrThinking
}

func TestHintOfABusyEngine(t *testing.T) {
	runner, _ := newRunner(busyEngine{}, &recorder{})
	must(t, runner.Bot, t.Context(), typed("ana", "start"))
	const want = "I am still thinking about others. Ask again in a moment."
	equal(t, "it says", whispered(t, must(t, runner.Bot, t.Context(), typed("ana", "hint"))), want)
}

// TestAnotherBotTakesOverAMove ends a bot while its engine thinks.
func TestAnotherBotTakesOverAMove(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		kept, poster := memory.New(timing), &recorder{}
		for _, e := range []*slowEngine{{takes: time.Hour}, {takes: time.Second}} {
			b := bot.New(inBubbleTime(e, people.PortsOf(kept, timing)))
			poster.handler = b
			runner := b.Runner(b, map[string]chat.Poster{"p": poster}, slog.New(slog.DiscardHandler))
			stop := started(t, runner)
			if e.takes == time.Hour {
				must(t, b, t.Context(), typed("ana", "start bot white"))
			}
			time.Sleep(10 * time.Second)
			stop()
		}
		if got := poster.texts(); len(got) != 1 || !strings.HasPrefix(got[0], "The bot: ") {
			t.Errorf("the second bot delivers %q", got)
		}
	})
}

// TestOneHintAtATime asks again while the first hint is being computed.
func TestOneHintAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, _, _ := running(t, &slowEngine{takes: time.Second})
		must(t, b, t.Context(), typed("ana", "start"))
		ask := func(who string) string {
			return whispered(t, must(t, b, t.Context(), typed(who, "hint")))
		}
		var first, other string
		var asking sync.WaitGroup
		asking.Go(func() { first = ask("ana") })
		asking.Go(func() { other = ask("bo") })
		synctest.Wait()
		if second := ask("ana"); !strings.HasPrefix(second, "I am still thinking") {
			t.Errorf("a second hint says %q", second)
		}
		asking.Wait()
		if third := ask("ana"); !strings.HasPrefix(first, "Try ") || first != other || first != third {
			t.Errorf("hints say %q, %q and %q", first, other, third)
		}
	})
}

// TestHintsAreOfTheTurn checks that a hint is refused if a move is made while the engine computes it.
func TestHintsAreOfTheTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, _, _ := running(t, &slowEngine{takes: time.Second})
		must(t, b, t.Context(), typed("ana", "start"))
		var hint string
		var asking sync.WaitGroup
		asking.Go(func() { hint = whispered(t, must(t, b, t.Context(), typed("ana", "hint"))) })
		synctest.Wait()
		must(t, b, t.Context(), typed("bo", "d3"))
		asking.Wait()
		if !strings.HasPrefix(hint, "The game has moved on") {
			t.Errorf("the hint says %q", hint)
		}
	})
}

func TestRunnerReportsDelays(t *testing.T) {
	s := newStage(t, limits)
	s.do(t, typed("ana", "start anyone black"))
	s.do(t, typed("bo", "join"))
	s.now = s.now.Add(game.PingDelay + 90*time.Second)
	late := make(map[game.TaskKind]time.Duration)
	r := s.Bot.Runner(s.Bot, map[string]chat.Poster{"p": &recorder{}}, slog.New(slog.DiscardHandler))
	r.Found = func(task game.Task, now time.Time) {
		if task.Kind != game.TaskRedraw {
			late[task.Kind] = now.Sub(time.UnixMilli(task.At))
		}
	}
	noError(t, r.Settle(t.Context()))
	if want := map[game.TaskKind]time.Duration{game.TaskPing: 90 * time.Second}; !maps.Equal(late, want) {
		t.Errorf("late are %v, want %v", late, want)
	}
}
