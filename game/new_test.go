package game

import (
	"errors"
	"slices"
	"testing"

	"othellobot/rules"
)

func TestNewLoaded(t *testing.T) {
	moves := squares(t, "f5d6c3")
	g, err := NewLoaded(1, here, ana, moves, noon)
	noError(t, err)
	moves[0] = 0
	if want, _ := rules.Replay(rules.Start(), squares(t, "f5d6c3")); g.Position() != want || g.Number() != 4 || g.Turn != 0 {
		t.Errorf("move %d, turn %d, %v", g.Number(), g.Turn, g.Position())
	}
	if got := rules.FormatTranscript(g.Moves); got != "f5d6c3" {
		t.Errorf("its moves are the caller's: %s", got)
	}
	if g.LastMover() != Nobody || g.LastMove() != nil {
		t.Error("a loaded move has a maker")
	}

	_, err = NewLoaded(1, here, ana, squares(t, "f5f5"), noon)
	if illegal := (*rules.ReplayError)(nil); !errors.As(err, &illegal) || illegal.Number != 2 {
		t.Errorf("an illegal transcript: %v", err)
	}
	const over = "f5d6c5f4e7f6g5e6e3" // nine moves after which White has no disc
	_, err = NewLoaded(1, here, ana, squares(t, over), noon)
	wantError(t, err, ErrOver)
}

func TestRematch(t *testing.T) {
	stopped := func(g Game) Game { return result(t)(g.Stop(cy, true, noon)) }
	engine := engineDuel()
	engine.Level = 3
	swapped := NewDuel(2, here, ana, Engine, rules.White, quarter)
	swapped.Level = 3
	for _, tt := range []struct {
		name string
		game Game
		by   Player
		want Game
		err  error
	}{
		{"open", stopped(openGame()), cy, NewOpen(2, here, cy, quarter), nil},
		{"duel", stopped(duel()), ana, NewChallenge(2, here, ana, bo, rules.White, quarter), nil},
		{"duel, the other", stopped(duel()), bo, NewChallenge(2, here, bo, ana, rules.Black, quarter), nil},
		{"against the engine", stopped(engine), ana, swapped, nil},
		{"a spectator", stopped(duel()), cy, Game{}, ErrNotPlayer},
		{"without an opponent", stopped(NewDuel(1, here, ana, Nobody, rules.Black, noon)), ana, Game{}, ErrNoOpponent},
		{"not over", duel(), ana, Game{}, ErrNotOver},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g, err := tt.game.Rematch(2, tt.by, quarter)
			wantError(t, err, tt.err)
			if d := diff(tt.want, g); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

func TestNewFrom(t *testing.T) {
	p, err := rules.Replay(rules.Start(), squares(t, "f5d6c3"))
	noError(t, err)
	g, err := NewFrom(1, here, ana, p, noon)
	if err != nil || g.Position() != p || g.Mode != Open || g.Loaded != 0 || len(g.Moves) != 0 {
		t.Errorf("%v, %+v", err, g)
	}
	g = played(t, g, "d3", bo)
	kept := clone(g)
	kept.before = rules.Position{}
	if restored, err := Restore(kept); err != nil || diff(g, restored) != "" {
		t.Errorf("restored: %v, %s", err, diff(g, restored))
	}
	stuck := rules.Position{Black: rules.SetOf(0), White: rules.SetOf(1), ToMove: rules.White}
	if g, err := NewFrom(1, here, ana, stuck, noon); err != nil || g.Position().ToMove != rules.Black {
		t.Errorf("a side that cannot move is to move: %v, %v", err, g.Position().ToMove)
	}
	if _, err := NewFrom(1, here, ana, rules.Position{Black: rules.SetOf(0)}, noon); err != ErrOver {
		t.Errorf("a finished board is taken: %v", err)
	}
}

func TestHandicap(t *testing.T) {
	for corners, want := range map[int]string{1: "a1", 2: "a1 h8", 3: "a1 h1 h8", 4: "a1 h1 a8 h8"} {
		g := NewDuel(1, here, ana, Engine, rules.Black, noon).WithHandicap(corners)
		p := g.Position()
		more := p.Black &^ rules.Start().Black
		if g.Handicap() != corners || more.String() != want || p.ToMove != rules.White || p.White != rules.Start().White {
			t.Errorf("%d corners: %d, on %v, %v moves", corners, g.Handicap(), more, p.ToMove)
		}
	}
	if g := NewDuel(1, here, ana, bo, rules.Black, noon); g.Handicap() != 0 {
		t.Error("the usual start is a handicap")
	}
}

// A duel with a handicap is never recorded or rated. Its rematch has the same handicap.
func TestHandicapCountsInNothing(t *testing.T) {
	for _, opponent := range []Player{Engine, bo} {
		g := NewDuel(1, here, ana, opponent, rules.Black, noon)
		g.Rated = opponent == bo
		g, _, err := g.WithHandicap(2).end(Result{Reason: PlayedOut}, noon)
		if err != nil || g.Counts() || g.CountsRated() || g.MayRate() {
			t.Errorf("against %q it counts (%v)", opponent, err)
		}
		again, err := g.Rematch(2, ana, noon)
		if color, _ := again.Side(ana); err != nil || again.Handicap() != 2 || color != rules.Black {
			t.Errorf("against %q the rematch has %d corners, and is played as %v (%v)", opponent, again.Handicap(), color, err)
		}
	}
}

func TestPlayers(t *testing.T) {
	open := played(t, NewOpen(1, here, den, noon), "f5d6", ana, bo)
	asked := result(t)(open.Undo(ana, quarter))
	for name, tt := range map[string]struct {
		game Game
		want []Player
	}{
		"nobody":           {NewOpen(1, here, Nobody, noon), nil},
		"its starter":      {openGame(), []Player{ana}},
		"who moved":        {open, []Player{den, ana, bo}},
		"who asks":         {asked, []Player{den, ana, bo}},
		"the engine isn't": {engineDuel(), []Player{ana}},
		"an empty seat":    {NewDuel(1, here, ana, Nobody, rules.White, noon), []Player{ana}},
		"who stopped it":   {result(t)(duel().Stop(cy, true, noon)), []Player{ana, bo, cy}},
		"challenged":       {NewChallenge(1, here, ana, bo, rules.White, noon), []Player{ana, bo}},
	} {
		got := tt.game.Players()
		slices.Sort(got)
		slices.Sort(tt.want)
		if d := diff(tt.want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
}

// TestUntil checks that a game as it was at each of its moves equals the game at that time, even if moves were loaded.
func TestUntil(t *testing.T) {
	for _, g := range []Game{NewOpen(1, "p/c/", "p//ana", noon), NewDuel(2, "p/c/", "p//ana", "p//bo", rules.Black, noon)} {
		var then []Game
		g.Phase = Playing
		for range 12 {
			then = append(then, g)
			p := g.Position()
			by := g.Player(p.ToMove)
			if by == Nobody {
				by = "p//ana"
			}
			next, _, err := g.Play(by, p.Legal().First(), noon)
			if err != nil {
				t.Fatal(err)
			}
			g = next
		}
		for n, before := range then {
			got := g.Until(n)
			wantLast, wantMoved := before.Last()
			if last, moved := got.Last(); got.Position() != before.Position() || last != wantLast || moved != wantMoved || got.Phase != Playing {
				t.Errorf("after %d moves the game is %+v, want %+v", n, got, before)
			}
		}
		g.Loaded, g.Movers = 6, g.Movers[6:]
		if got := g.Until(3); got.Position() != then[3].Position() || len(got.Movers) != 0 {
			t.Errorf("after 3 loaded moves the game is %+v", got)
		}
	}
}
