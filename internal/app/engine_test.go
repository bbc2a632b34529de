package app

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/bot"
	"othellobot/engine"
	"othellobot/game"
	"othellobot/rules"
)

// The tables for moves and hints take at most 32 MiB together. The bot and the engine have the same
// number of levels.
func TestEngineIsBounded(t *testing.T) {
	if most := (maxThinkers + 1) * searchMemory; most > 32<<20 || thinkers() > maxThinkers {
		t.Errorf("%d thinkers, with a search for hints, may take %d bytes", thinkers(), most)
	}
	if game.Levels != engine.Levels {
		t.Errorf("the bot knows %d levels, the engine %d", game.Levels, engine.Levels)
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
		e, begun := timeLimitedEngine{slowEngine{}}, time.Now()
		if _, err := e.Choose(t.Context(), rules.Start(), 1, 1); err != nil || time.Since(begun) != moveTime {
			t.Errorf("a move after %v: %v", time.Since(begun), err)
		}
		begun = time.Now()
		if _, _, _, err := e.Hint(t.Context(), rules.Start()); !errors.Is(err, bot.ErrThinking) || time.Since(begun) != hintTime {
			t.Errorf("a hint after %v: %v", time.Since(begun), err)
		}
		gone, leave := context.WithCancel(t.Context())
		leave()
		if _, _, _, err := e.Hint(gone, rules.Start()); !errors.Is(err, context.Canceled) {
			t.Errorf("a hint that nobody waits for: %v", err)
		}
	})
}
