package game

import (
	"testing"
	"time"

	"othellobot/rules"
)

func TestAnswerChallenge(t *testing.T) {
	challenge := NewChallenge(1, here, ana, bo, rules.White, noon)
	if challenger, challenged := challenge.Challenge(); challenger != ana || challenged != bo {
		t.Errorf("%s challenged %s", challenger, challenged)
	}
	tests := []struct {
		name            string
		game            Game
		by              Player
		accept, decline error
		reason          Reason
	}{
		{"the challenged", challenge, bo, nil, nil, Declined},
		{"the challenger", challenge, ana, ErrNotAsked, nil, Withdrawn},
		{"somebody else", challenge, cy, ErrNotAsked, ErrNotAsked, 0},
		{"accepted", result(t)(Accept(false)(challenge, bo, noon)), bo, ErrNothingAsked, ErrNothingAsked, 0},
		{"declined", result(t)(challenge.Decline(bo, noon)), bo, ErrOver, ErrOver, 0},
		{"an open game", openGame(), ana, ErrNothingAsked, ErrNothingAsked, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g, events, err := Accept(false)(tt.game, tt.by, quarter)
			wantError(t, err, tt.accept)
			if err == nil && (g.Phase != Playing || g.Turn != 0 || !g.Since().Equal(quarter) || diff([]Event{Accepted{By: bo}}, events) != "") {
				t.Errorf("accepted: %+v, %v", g, events)
			}
			g, events, err = tt.game.Decline(tt.by, quarter)
			wantError(t, err, tt.decline)
			want := Result{Reason: tt.reason, By: tt.by}
			if err == nil && (g.Phase != Over || *g.Result != want || diff([]Event{Ended{want}}, events) != "") {
				t.Errorf("declined: %+v, %v", g.Result, events)
			}
		})
	}
}

func TestLapse(t *testing.T) {
	challenge := NewChallenge(1, here, ana, bo, rules.White, noon)
	_, _, err := challenge.Lapse(Nobody, noon.Add(ChallengeLife-time.Millisecond))
	wantError(t, err, ErrNotDue)
	_, _, err = duel().Lapse(Nobody, noon.Add(ChallengeLife))
	wantError(t, err, ErrNothingAsked)
	if g := result(t)(challenge.Lapse(Nobody, noon.Add(ChallengeLife))); *g.Result != (Result{Reason: Lapsed}) {
		t.Errorf("%+v", g.Result)
	}
}

// A moderator can clear an unanswered challenge, and nothing else.
func TestClear(t *testing.T) {
	g, _, err := NewChallenge(1, here, ana, bo, rules.Black, noon).Clear(cy, quarter)
	if err != nil || g.Phase != Over || *g.Result != (Result{Reason: Withdrawn, By: cy}) {
		t.Errorf("the challenge is %+v, %v", g, err)
	}
	_, _, err = g.Clear(cy, quarter)
	wantError(t, err, ErrOver)
	_, _, err = duel().Clear(cy, quarter)
	wantError(t, err, ErrNothingAsked)
}
