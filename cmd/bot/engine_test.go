package main

import (
	"testing"

	"othellobot/bot"
	"othellobot/engine"
)

// The bot may not import an engine, so both name the reasons for a hint.
func TestBotKnowsTheEnginesReasons(t *testing.T) {
	for ours, theirs := range map[string]string{
		bot.ReasonOnlyMove:   engine.ReasonOnlyMove,
		bot.ReasonCorner:     engine.ReasonCorner,
		bot.ReasonSolvedWin:  engine.ReasonSolvedWin,
		bot.ReasonSolvedDraw: engine.ReasonSolvedDraw,
		bot.ReasonSolvedLoss: engine.ReasonSolvedLoss,
		bot.ReasonMobility:   engine.ReasonMobility,
		bot.ReasonDiscs:      engine.ReasonDiscs,
		bot.ReasonSafe:       engine.ReasonSafe,
		bot.ReasonSearch:     engine.ReasonSearch,
	} {
		if ours != theirs {
			t.Errorf("the bot says %q where the engine says %q", ours, theirs)
		}
	}
}
