package game

import (
	"testing"
	"time"

	"othellobot/rules"
)

const tenMoves = "f5d6c3d3c4f4c5b3c2e6"

func TestStop(t *testing.T) {
	early, late := played(t, duel(), tenMoves[:18], ana, bo), played(t, duel(), tenMoves, ana, bo)
	open := played(t, NewOpen(1, here, den, noon), "f5d6", ana, bo)
	for _, tt := range []struct {
		name      string
		game      Game
		by        Player
		moderator bool
		asks      bool
		want      error
	}{
		{"duel: a player before move 10", early, bo, false, false, nil},
		{"duel: a player from move 10 on", late, bo, false, true, nil},
		{"duel: its starter from move 10 on", late, ana, false, true, nil},
		{"duel: a moderator", late, cy, true, false, nil},
		{"duel: a player who is a moderator", late, ana, true, true, nil},
		{"duel: a spectator", early, cy, false, false, ErrNotAllowed},
		{"duel: against the engine", played(t, engineDuel(), tenMoves, ana, Engine), ana, false, false, nil},
		{"duel: without an opponent", NewDuel(1, here, ana, Nobody, rules.Black, noon), ana, false, false, nil},
		{"open: the starter, with others on both sides", open, den, false, false, ErrNotAllowed},
		{"open: the starter, who plays a side", played(t, openGame(), "f5d6", bo, ana), ana, false, false, nil},
		{"open: the starter, with a free side", played(t, NewOpen(1, here, den, noon), "f5", ana), den, false, false, nil},
		{"open: the starter, where a side was forgotten", open.withoutPlayer(ana), den, false, false, nil},
		{"open: a player", open, ana, false, true, nil},
		{"open: a player with nobody opposite", played(t, NewOpen(1, here, den, noon), "f5d6", ana), ana, false, false, nil},
		{"open: a moderator", open, cy, true, false, nil},
		{"open: a spectator", open, cy, false, false, ErrNotAllowed},
		{"a challenge", NewChallenge(1, here, ana, bo, rules.Black, noon), ana, true, false, ErrNotStarted},
		{"over", result(t)(late.Resign(ana, noon)), ana, true, false, ErrOver},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g, _, err := tt.game.Stop(tt.by, tt.moderator, quarter)
			wantError(t, err, tt.want)
			stopped := err == nil && g.Phase == Over && *g.Result == Result{Reason: Stopped, By: tt.by}
			asked := err == nil && g.Phase == Playing && *g.Ask == Question{AskStop, tt.by}
			if asked != tt.asks || stopped != (tt.want == nil && !tt.asks) {
				t.Errorf("stopped %v, asked %v", stopped, asked)
			}
		})
	}
}

func TestResign(t *testing.T) {
	for _, tt := range []struct {
		name string
		game Game
		by   Player
		want error
	}{
		{"Black", duel(), ana, nil},
		{"White", duel(), bo, nil},
		{"against the engine", engineDuel(), ana, nil},
		{"a spectator", duel(), cy, ErrNotPlayer},
		{"without an opponent", NewDuel(1, here, ana, Nobody, rules.Black, noon), ana, ErrNoOpponent},
		{"open", played(t, openGame(), "f5", ana), ana, ErrOpenGame},
		{"a challenge", NewChallenge(1, here, ana, bo, rules.Black, noon), ana, ErrNotStarted},
		{"twice", result(t)(duel().Resign(ana, noon)), ana, ErrOver},
	} {
		t.Run(tt.name, func(t *testing.T) {
			wantError(t, tt.game.MayResign(tt.by), tt.want)
			g, events, err := tt.game.Resign(tt.by, quarter)
			wantError(t, err, tt.want)
			if err != nil {
				return
			}
			side, _ := g.Side(tt.by)
			want := Result{Reason: Resigned, By: tt.by, Decided: true, Winner: side.Opponent()}
			if *g.Result != want || diff([]Event{Ended{want}}, events) != "" {
				t.Errorf("result %+v, events %v", g.Result, events)
			}
		})
	}
}

func TestGivesWay(t *testing.T) {
	for _, tt := range []struct {
		name string
		game Game
		from time.Duration // the time after noon when it gives way; negative if it never does
	}{
		{"open", openGame(), OpenIdleLimit},
		{"open, after a move", playedAt(t, openGame(), quarter, "f5", ana), 15*time.Minute + OpenIdleLimit},
		{"duel", duel(), -1},
		{"duel with a free seat", NewDuel(1, here, ana, Nobody, rules.Black, noon), SeatIdleLimit},
		{"alone with the engine", NewDuel(1, here, ana, Engine, rules.Black, noon), OpenIdleLimit},
		{"challenge", NewChallenge(1, here, ana, bo, rules.Black, noon), -1},
		{"over", result(t)(duel().Resign(ana, noon)), -1},
	} {
		for _, after := range []time.Duration{0, tt.from - 1, tt.from, 1000 * time.Hour} {
			want := tt.from >= 0 && after >= tt.from
			if got := tt.game.GivesWay(noon.Add(after)); got != want {
				t.Errorf("%s: gives way %v after %v", tt.name, got, after)
			}
			g, _, err := tt.game.SetAside(cy, noon.Add(after))
			if (err == nil) != want || want && *g.Result != (Result{Reason: SetAside, By: cy}) || !want && err != ErrNotDue {
				t.Errorf("%s: set aside after %v: %+v, %v", tt.name, after, g.Result, err)
			}
		}
	}
}
