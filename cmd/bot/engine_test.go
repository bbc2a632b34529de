package main

import (
	"testing"

	"othellobot/bot"
	"othellobot/engine"
)

// The engine's tables may take 32 MiB together, and both count the same levels.
func TestEngineIsBounded(t *testing.T) {
	if most := (mostThinkers + 1) * searchMemory; most > 32<<20 || thinkers() > mostThinkers {
		t.Errorf("%d thinkers, with a search for hints, may take %d bytes", thinkers(), most)
	}
	if bot.Levels != engine.Levels {
		t.Errorf("the bot knows %d levels, the engine %d", bot.Levels, engine.Levels)
	}
}

// The bot may not import an engine, so both name the reasons for a hint.
func TestBotKnowsTheEnginesReasons(t *testing.T) {
	for ours, theirs := range map[string]string{
		bot.ReasonOnlyMove:   engine.ReasonOnlyMove,
		bot.ReasonCorner:     engine.ReasonCorner,
		bot.ReasonSolvedWin:  engine.ReasonSolvedWin,
		bot.ReasonSolvedDraw: engine.ReasonSolvedDraw,
		bot.ReasonSolvedLoss: engine.ReasonSolvedLoss,
		bot.ReasonForced:     engine.ReasonForced,
		bot.ReasonMobility:   engine.ReasonMobility,
		bot.ReasonParity:     engine.ReasonParity,
		bot.ReasonDiscs:      engine.ReasonDiscs,
		bot.ReasonSafe:       engine.ReasonSafe,
		bot.ReasonSearch:     engine.ReasonSearch,
	} {
		if ours != theirs {
			t.Errorf("the bot says %q where the engine says %q", ours, theirs)
		}
	}
}
