package game

import (
	"testing"
	"time"

	"othellobot/rules"
)

func TestRemind(t *testing.T) {
	day, threeDays := noon.Add(ReminderDelay), noon.Add(ClaimDelay)
	refused(t, ErrNotDue)(duel().Remind(Nobody, day.Add(-time.Millisecond)))
	refused(t, ErrNotDue)(duel().OfferClaim(Nobody, threeDays.Add(-time.Millisecond)))
	g := result(t)(duel().Remind(Nobody, day))
	if _, _, err := g.Ping(Nobody, noon); g.Reminder != Reminded || err != ErrNotDue {
		t.Errorf("reminder %d, and then: %v", g.Reminder, err)
	}
	g = result(t)(g.OfferClaim(Nobody, threeDays))
	if _, _, err := g.OfferClaim(Nobody, threeDays); g.Reminder != ClaimOffered || err != ErrNotDue {
		t.Errorf("reminder %d, and then: %v", g.Reminder, err)
	}
	refused(t, ErrNotDue)(engineDuel().OfferClaim(Nobody, threeDays))
}

func TestClaim(t *testing.T) {
	now := noon.Add(ClaimDelay)
	engineToMove := NewDuel(1, here, ana, Engine, rules.White, noon)
	for name, tt := range map[string]struct {
		game Game
		by   Player
		at   time.Time
		want error
	}{
		"too early":           {duel(), bo, now.Add(-time.Millisecond), ErrNotDue},
		"by who is to move":   {duel(), ana, now, ErrOwnTurn},
		"by somebody else":    {duel(), cy, now, ErrNotPlayer},
		"of an open game":     {openGame(), bo, now, ErrNotPlayer},
		"against the engine":  {engineToMove, ana, now, ErrNotDue},
		"of a finished game":  {result(t)(duel().Resign(ana, noon)), bo, now, ErrOver},
		"of a challenge":      {NewChallenge(1, here, ana, bo, rules.Black, noon), bo, now, ErrNotStarted},
		"without an opponent": {NewDuel(1, here, ana, Nobody, rules.White, noon), ana, now, ErrNotDue},
	} {
		if g, _, err := tt.game.Claim(tt.by, tt.at); err != tt.want || diff(tt.game, g) != "" {
			t.Errorf("%s: %v, want %v", name, err, tt.want)
		}
	}
	g := result(t)(duel().Claim(bo, now))
	if *g.Result != (Result{Reason: Claimed, By: bo, Decided: true, Winner: rules.White}) {
		t.Errorf("%+v", g.Result)
	}
}
