package game

import (
	"testing"
	"time"

	"othellobot/rules"
)

var timing = Timing{IdleExpiry: 7 * 24 * time.Hour, Retention: 90 * 24 * time.Hour, Zones: time.LoadLocation}

func TestNextOfGame(t *testing.T) {
	engineFirst := NewDuel(1, here, ana, Engine, rules.White, noon)
	pinged := result(t)(duel().Ping(Nobody, noon))
	reminded := result(t)(pinged.Remind(Nobody, noon.Add(ReminderDelay)))
	offered := result(t)(reminded.OfferClaim(Nobody, noon.Add(ClaimDelay)))
	challenge := NewChallenge(1, here, ana, bo, rules.Black, noon)
	tests := []struct {
		name  string
		game  Game
		pings Pings
		kind  TaskKind
		after time.Duration
	}{
		{"a challenge", challenge, PingLate, TaskLapse, ChallengeLife},
		{"a declined challenge", result(t)(challenge.Decline(bo, noon)), PingLate, taskForget, RechallengeDelay},
		{"a finished game", result(t)(duel().Resign(ana, noon)), PingLate, taskForget, timing.Retention},
		{"an open game", openGame(), PingLate, TaskExpire, timing.IdleExpiry},
		{"a duel", duel(), PingLate, TaskPing, PingDelay},
		{"a duel, pinged at once", duel(), PingNow, TaskRemind, ReminderDelay},
		{"a duel, never pinged", duel(), PingOff, TaskOfferClaim, ClaimDelay},
		{"a duel, pinged", pinged, PingLate, TaskRemind, ReminderDelay},
		{"a duel, reminded", reminded, PingLate, TaskOfferClaim, ClaimDelay},
		{"a duel that may be claimed", offered, PingLate, TaskExpire, timing.IdleExpiry},
		{"a duel, pinged in the last turn", played(t, pinged, "f5", ana), PingLate, TaskPing, PingDelay},
		{"a duel without an opponent", NewDuel(1, here, ana, Nobody, rules.Black, noon), PingLate, TaskExpire, timing.IdleExpiry},
		{"a duel whose opponent came", result(t)(NewDuel(1, here, ana, Nobody, rules.Black, noon).Join(bo, noon)), PingLate, TaskPing, PingDelay},
		{"the person's turn", engineDuel(), PingLate, TaskExpire, timing.IdleExpiry},
		{"the engine's turn", engineFirst, PingLate, TaskEngine, 0},
		{"the engine's turn, pings off", played(t, engineDuel(), "f5", ana), PingOff, TaskEngine, 0},
	}
	for _, tt := range tests {
		if kind, after := tt.game.next(timing, tt.pings); kind != tt.kind || after != tt.after {
			t.Errorf("%s: task %d after %v, want %d after %v", tt.name, kind, after, tt.kind, tt.after)
		}
	}
	game := duel()
	if kind, _ := game.next(Timing{IdleExpiry: PingDelay}, PingLate); kind != TaskExpire {
		t.Error("a player is reminded of a game that has expired")
	}
}

func TestPing(t *testing.T) {
	g := result(t)(duel().Ping(Nobody, noon))
	_, _, err := g.Ping(Nobody, noon)
	wantError(t, err, ErrNotDue)
	if g.Reminder != Pinged || g.Turn != 0 || !g.Since().Equal(noon) || played(t, g, "f5", ana).Reminder != NoReminder {
		t.Errorf("%+v", g)
	}
	_, _, err = openGame().Ping(Nobody, noon)
	wantError(t, err, ErrNotDue)
}

func TestExpire(t *testing.T) {
	_, _, err := Expire(time.Hour)(duel(), Nobody, noon.Add(time.Hour-time.Millisecond))
	wantError(t, err, ErrNotDue)
	g := result(t)(Expire(time.Hour)(duel(), Nobody, noon.Add(time.Hour)))
	if *g.Result != (Result{Reason: Expired}) {
		t.Errorf("%+v", g.Result)
	}
	_, _, err = Expire(time.Hour)(g, Nobody, noon.Add(2*time.Hour))
	wantError(t, err, ErrOver)
	_, _, err = Expire(time.Hour)(NewChallenge(1, here, ana, bo, rules.Black, noon), Nobody, noon.Add(2*time.Hour))
	wantError(t, err, ErrNotStarted)
}
