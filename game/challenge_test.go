package game

import (
	"slices"
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

func TestLink(t *testing.T) {
	one := played(t, openGame(), "f5", bo)
	for name, c := range map[string]struct {
		game Game
		by   Player
		want error
	}{
		"a duel":                       {duel(), ana, nil},
		"an open game":                 {one, bo, nil},
		"an open game, not moved yet":  {one, ana, ErrNotPlayer},
		"a watcher":                    {duel(), cy, ErrNotPlayer},
		"nobody, where a seat is free": {NewDuel(1, here, ana, Nobody, rules.White, noon), Nobody, ErrNotPlayer},
		"a challenge":                  {NewChallenge(1, here, ana, bo, rules.Black, noon), ana, ErrNotStarted},
		"over":                         {result(t)(duel().Resign(bo, noon)), ana, ErrOver},
	} {
		before := clone(c.game)
		g, _, err := c.game.AddLink(c.by, noon)
		wantError(t, err, c.want)
		if _, _, err = c.game.RemoveLink(c.by, noon); (c.want == ErrNotPlayer) != (err == ErrNotPlayer) {
			t.Errorf("%s: the link is removed with %v", name, err)
		}
		if d := diff(before, c.game); d != "" || (g.Link(c.by) != 0) != (c.want == nil) || g.Link(Nobody)+g.Link(den) != 0 {
			t.Errorf("%s: the link is %d, and before the game was %s", name, g.Link(c.by), d)
		}
	}
}

// No number of a link comes twice, whatever happens in between.
func TestLinksEnd(t *testing.T) {
	step := func(g Game, operation Operation) Game { // as the table does it
		next := result(t)(operation(g, ana, noon))
		next.Version++
		return next
	}
	first := step(duel(), Game.AddLink)
	if step(first, Game.AddLink).Link(ana) != first.Link(ana) || first.Link(bo) != 0 {
		t.Errorf("the links are %d and %d, first %d", step(first, Game.AddLink).Link(ana), first.Link(bo), first.Link(ana))
	}
	open := step(played(t, openGame(), "f5", ana), Game.AddLink)
	if engaged := step(open, Engage(2)); engaged.Link(ana) != open.Link(ana) || engaged.Link(Engine) != 0 {
		t.Errorf("against the bot the links are %d and %d", engaged.Link(ana), engaged.Link(Engine))
	}
	back := step(played(t, step(played(t, open, "d6", bo), Game.Forget), "c3", ana), Game.AddLink)
	for name, g := range map[string]Game{
		"removed": step(first, Game.RemoveLink), "forgotten": step(first, Game.Forget), "over": step(step(first, Game.Resign), Game.RemoveLink),
		"made again": step(step(first, Game.RemoveLink), Game.AddLink), "forgotten, and back": back,
	} {
		old := first.Link(ana)
		if name == "forgotten, and back" {
			old = open.Link(ana)
		}
		if g.Link(ana) == old || slices.ContainsFunc(g.Seats, func(s Seat) bool { return s.Link == old && g.Phase == Playing }) {
			t.Errorf("%s: the link is %d as before: %+v", name, old, g.Seats)
		}
	}
	if back.Link(ana) == 0 {
		t.Error("who came back has no link")
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
