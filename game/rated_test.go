package game

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

// ratedDuel is a rated duel of ana, Black, and bo, White.
func ratedDuel() Game {
	g := duel()
	g.Rated = true
	return g
}

func TestCountsRated(t *testing.T) {
	early := ratedDuel()
	for len(early.Moves) < RatedMoves-1 {
		early = firstPlayed(t, early)
	}
	late := firstPlayed(t, early)
	friendly := late
	friendly.Rated = false
	played, timedOut := late, late
	for played.Phase != Over {
		played = firstPlayed(t, played)
	}
	timedOut.Phase, timedOut.Result = Over, &Result{Reason: TimedOut, Decided: true}
	for name, tt := range map[string]struct {
		game Game
		want bool
	}{
		"running":        {late, false},
		"played out":     {played, true},
		"out of time":    {timedOut, true},
		"resigned early": {result(t)(early.Resign(ana, noon)), false},
		"resigned":       {result(t)(late.Resign(ana, noon)), true},
		"stopped":        {result(t)(late.Stop(cy, true, noon)), false},
		"friendly":       {result(t)(friendly.Resign(ana, noon)), false},
		"forgotten":      {result(t)(late.Forget(ana, noon)), true},
	} {
		if got := tt.game.CountsRated(); got != tt.want {
			t.Errorf("%s: counts rated %v", name, got)
		}
		if tt.want && !tt.game.Counts() {
			t.Errorf("%s: counts as rated only", name)
		}
	}
}

// A rated game that runs is left to programs that know what that is; an unanswered challenge
// is not, so that it can be answered while one program replaces another.
func TestRatedDocument(t *testing.T) {
	challenge := ratedDuel()
	challenge.Phase = Challenged
	for _, tt := range []struct {
		game Game
		want string
	}{
		{challenge, `{"format":1,`},
		{ratedDuel(), `{"format":3,`},
		{result(t)(ratedDuel().Resign(ana, noon)), `{"format":3,`},
	} {
		wantSameAgain(t, tt.want, tt.game)
		if text, err := json.Marshal(tt.game); err != nil || !strings.HasPrefix(string(text), tt.want) {
			t.Errorf("%s, %v; want %s", text, err, tt.want)
		}
	}
}

func TestRestoreRated(t *testing.T) {
	loaded, engine, elsewhere, open := ratedDuel(), engineDuel(), from(t, duel(), passBoard), openGame()
	loaded.Moves, loaded.Loaded = squares(t, "f5"), 1
	engine.Rated, elsewhere.Rated, open.Rated = true, true, true
	for name, g := range map[string]Game{"loaded": loaded, "against the engine": engine, "from elsewhere": elsewhere, "open": open} {
		if _, err := Restore(g); !errors.Is(err, errRated) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
