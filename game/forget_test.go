package game

import (
	"slices"
	"testing"

	"othellobot/rules"
)

func TestForgetInGame(t *testing.T) {
	challenge := NewChallenge(1, here, ana, bo, rules.Black, noon)
	open := played(t, openGame(), "f5d6", ana, bo)
	tests := []struct {
		name   string
		game   Game
		by     Player
		reason Reason
		over   bool
	}{
		{"a running duel is resigned", duel(), bo, Resigned, true},
		{"so is one against the engine", engineDuel(), ana, Resigned, true},
		{"one without an opponent is stopped", NewDuel(1, here, ana, Nobody, rules.Black, noon), ana, Stopped, true},
		{"so it is after ten moves", from(t, NewDuel(1, here, ana, Nobody, rules.Black, noon), passBoard), ana, Stopped, true},
		{"their challenge is taken back", challenge, ana, Withdrawn, true},
		{"one to them is declined", challenge, bo, Declined, true},
		{"an open game goes on", open, ana, 0, false},
		{"also without its starter", open, ana, 0, false},
		{"also without who has asked", result(t)(open.Undo(ana, quarter)), ana, 0, false},
		{"a finished game stays", result(t)(duel().Resign(ana, noon)), ana, Resigned, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if !slices.Contains(tt.game.Players(), tt.by) {
				t.Fatal("the game does not name them")
			}
			before := clone(tt.game)
			g, _, err := tt.game.Forget(tt.by, quarter)
			if err != nil || slices.Contains(g.Players(), tt.by) || g.LastMover() == tt.by || g.Ask != nil {
				t.Errorf("still there: %+v, %v", g, err)
			}
			if (g.Phase == Over) != tt.over || tt.over && g.Result.Reason != tt.reason {
				t.Errorf("phase %v, result %+v", g.Phase, g.Result)
			}
			if d := diff(before.Moves, g.Moves); d != "" {
				t.Errorf("moves (-want +got):\n%s", d)
			}
			if d := diff(before, tt.game); d != "" {
				t.Errorf("the original game changed:\n%s", d)
			}
		})
	}
}

// The side of a forgotten player passes to another player who moved for it, or becomes free.
func TestForgottenSide(t *testing.T) {
	g := played(t, openGame(), "f5d6", ana, bo)
	crowd := playedAt(t, g, quarter, "c3", cy)
	left := result(t)(playedAt(t, crowd, quarter, "d3", bo).Forget(cy, quarter))
	wantError(t, left.MayPlay(den, quarter), &SideError{Color: rules.Black, Holder: ana, Until: quarter.Add(OpenTurnTime)})
	g = result(t)(g.Forget(ana, noon))
	if err := g.MayPlay(den, noon); err != nil || g.Player(rules.Black) != Nobody {
		t.Errorf("%q has Black, and den may not: %v", g.Player(rules.Black), err)
	}
	crowd = result(t)(crowd.Forget(ana, quarter))
	crowd = playedAt(t, crowd, quarter, "d3", bo)
	wantError(t, crowd.MayPlay(den, quarter), &SideError{Color: rules.Black, Holder: cy, Until: quarter.Add(OpenTurnTime)})
	if crowd.Player(rules.Black) != cy {
		t.Errorf("%q has Black", crowd.Player(rules.Black))
	}
}
