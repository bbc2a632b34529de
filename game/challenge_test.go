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
	for _, tt := range []struct {
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
	} {
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
	refused(t, ErrNotDue)(challenge.Lapse(Nobody, noon.Add(ChallengeLife-time.Millisecond)))
	refused(t, ErrNothingAsked)(duel().Lapse(Nobody, noon.Add(ChallengeLife)))
	if g := result(t)(challenge.Lapse(Nobody, noon.Add(ChallengeLife))); *g.Result != (Result{Reason: Lapsed}) {
		t.Errorf("%+v", g.Result)
	}
}

func TestClear(t *testing.T) {
	g, _, err := NewChallenge(1, here, ana, bo, rules.Black, noon).Clear(cy, quarter)
	if err != nil || g.Phase != Over || *g.Result != (Result{Reason: Withdrawn, By: cy}) {
		t.Errorf("the challenge is %+v, %v", g, err)
	}
	refused(t, ErrOver)(g.Clear(cy, quarter))
	refused(t, ErrNothingAsked)(duel().Clear(cy, quarter))
}

func TestJoin(t *testing.T) {
	free := NewDuel(1, here, ana, Nobody, rules.White, noon)
	for _, tt := range []struct {
		name string
		game Game
		by   Player
		want error
	}{
		{"an empty seat", free, bo, nil},
		{"their own game", free, ana, ErrSeated},
		{"no empty seat", duel(), cy, ErrSeatTaken},
		{"open", openGame(), bo, ErrOpenGame},
		{"a challenge", NewChallenge(1, here, ana, bo, rules.Black, noon), cy, ErrNotStarted},
		{"over", result(t)(free.Stop(ana, false, noon)), bo, ErrOver},
	} {
		t.Run(tt.name, func(t *testing.T) {
			before := clone(tt.game)
			g, events, err := tt.game.Join(tt.by, quarter)
			wantError(t, err, tt.want)
			if d := diff(before, tt.game); d != "" {
				t.Errorf("the game that was joined changed: %s", d)
			}
			if err != nil {
				return
			}
			if d := diff([]Event{Joined{bo, rules.Black}}, events); d != "" || g.Player(rules.Black) != bo || !g.Since().Equal(quarter) {
				t.Errorf("%+v, %s", g, d)
			}
		})
	}
}

func TestEngage(t *testing.T) {
	white, err := NewLoaded(1, here, cy, squares(t, "f5"), noon)
	noError(t, err)
	one := played(t, openGame(), "f5", bo)
	for _, tt := range []struct {
		name  string
		game  Game
		by    Player
		color rules.Color
		want  error
	}{
		{"before the first move, the starter", openGame(), ana, rules.Black, nil},
		{"before the first move, White's", white, cy, rules.White, nil},
		{"before the first move, somebody else", openGame(), bo, 0, ErrOthersPlaying},
		{"after their own move", one, bo, rules.Black, nil},
		{"after their own move in a loaded game", played(t, white, "d6", bo), bo, rules.White, nil},
		{"after their own move, taken back", result(t)(one.Undo(bo, noon)), bo, rules.Black, nil},
		{"after somebody's move", one, ana, 0, ErrOthersPlaying},
		{"after somebody's move, taken back", result(t)(one.Undo(bo, noon)), ana, 0, ErrOthersPlaying},
		{"after two moves", played(t, openGame(), "f5d6", bo), bo, 0, ErrOthersPlaying},
		{"in a duel", duel(), ana, 0, ErrOthersPlaying},
		{"over", result(t)(one.Stop(bo, false, noon)), bo, 0, ErrOver},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g, events, err := Engage(3)(tt.game, tt.by, quarter)
			wantError(t, err, tt.want)
			if err != nil {
				return
			}
			if d := diff([]Event{Joined{Engine, tt.color.Opponent()}}, events); d != "" {
				t.Errorf("events (-want +got):\n%s", d)
			}
			if g.Mode != Duel || g.Player(tt.color) != tt.by || g.Player(tt.color.Opponent()) != Engine || g.Level != 3 {
				t.Errorf("%+v", g)
			}
			if len(g.Movers) > 0 && g.LastMover() != tt.by {
				t.Errorf("%q made their move", g.LastMover())
			}
			for range 2 { // both players can move
				p := g.Position()
				g = result(t)(g.Play(g.Player(p.ToMove), p.Legal().First(), quarter))
			}
		})
	}
}
