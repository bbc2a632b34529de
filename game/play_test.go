package game

import (
	"testing"
	"time"

	"othellobot/rules"
)

func TestMayPlay(t *testing.T) {
	free := NewDuel(1, here, ana, Nobody, rules.Black, noon)
	twoOnBlack := playedAt(t, played(t, openGame(), "f5d6c3", ana, bo, ana), quarter, "d3", bo)
	twoOnBlack = playedAt(t, twoOnBlack, quarter.Add(OpenTurnTime), "c4", cy)
	alone := played(t, openGame(), "f5d6", ana)
	for _, tt := range []struct {
		name string
		game Game
		by   Player
		now  time.Time
		want error
	}{
		{"duel: the side to move", duel(), ana, noon, nil},
		{"duel: the other side", duel(), bo, noon, &TurnError{Color: rules.Black, Player: ana}},
		{"duel: the other side for ever", duel(), bo, quarter, &TurnError{Color: rules.Black, Player: ana}},
		{"duel: somebody else", duel(), cy, quarter, ErrNotPlayer},
		{"duel: nobody", duel(), Nobody, noon, ErrNotPlayer},
		{"empty seat: the starter", free, ana, noon, nil},
		{"empty seat: somebody who has not joined", free, bo, noon, ErrNotPlayer},
		{"empty seat: the starter moves for it", played(t, free, "f5", ana), ana, quarter, &TurnError{Color: rules.White}},
		{"open: anybody first", openGame(), cy, noon, nil},
		{"open: anybody second", played(t, openGame(), "f5", ana), cy, noon, nil},
		{"open: one person alone plays both sides", played(t, openGame(), "f5", ana), ana, noon, nil},
		{"open: and goes on", alone, ana, noon, nil},
		{"open: the other side of who was alone is free", played(t, alone, "c3", ana), bo, noon, nil},
		{"open: but not their own", alone, bo, noon, &SideError{Color: rules.Black, Holder: ana, Until: noon.Add(OpenTurnTime)}},
		{"open: not alone any more", played(t, alone, "c3d3", ana, bo), bo, noon, &SideError{Color: rules.Black, Holder: ana, Until: noon.Add(OpenTurnTime), Seated: true, LastMover: true}},
		{"open: a side is its player's", played(t, openGame(), "f5d6c3", ana, bo), bo, noon, nil},
		{"open: and nobody else's", played(t, openGame(), "f5d6", ana, bo), cy, noon.Add(OpenTurnTime - time.Second), &SideError{Color: rules.Black, Holder: ana, Until: noon.Add(OpenTurnTime)}},
		{"open: until it is silent", played(t, openGame(), "f5d6", ana, bo), cy, noon.Add(OpenTurnTime), nil},
		{"open: then also the other side's", played(t, openGame(), "f5d6c3d3", ana, bo, ana, bo), bo, noon, &SideError{Color: rules.Black, Holder: ana, Until: noon.Add(OpenTurnTime), Seated: true, LastMover: true}},
		{"open: never the last mover's", played(t, openGame(), "f5d6", ana, bo), bo, noon.Add(time.Hour), &SideError{Color: rules.Black, Holder: ana, Until: noon.Add(OpenTurnTime), Seated: true, LastMover: true}},
		{"open: two on a side, the first", played(t, twoOnBlack, "", ana), bo, quarter.Add(OpenTurnTime), nil},
		{"open: the one who joined last holds it", playedAt(t, twoOnBlack, quarter.Add(OpenTurnTime), "f4", bo), den, quarter.Add(OpenTurnTime), &SideError{Color: rules.Black, Holder: cy, Until: quarter.Add(2 * OpenTurnTime)}},
		{"open: the first of two", playedAt(t, twoOnBlack, quarter.Add(OpenTurnTime), "f4", bo), ana, quarter.Add(OpenTurnTime), nil},
		{"challenge: not yet", NewChallenge(1, here, ana, bo, rules.Black, noon), ana, noon, ErrNotStarted},
		{"over", result(t)(duel().Resign(bo, noon)), ana, noon, ErrOver},
	} {
		t.Run(tt.name, func(t *testing.T) {
			wantError(t, tt.game.MayPlay(tt.by, tt.now), tt.want)
		})
	}
}

func TestPlay(t *testing.T) {
	g, events, err := duel().Play(ana, squares(t, "f5")[0], quarter)
	noError(t, err)
	want := []Event{Moved{By: ana, Color: rules.Black, Square: squares(t, "f5")[0], Flips: rules.SetOf(squares(t, "e5")...)}}
	if d := diff(want, events); d != "" {
		t.Errorf("events (-want +got):\n%s", d)
	}
	if g.Turn != 1 || g.Number() != 2 || g.LastMover() != ana || g.Position().ToMove != rules.White || !g.Since().Equal(quarter) {
		t.Errorf("after one move: %+v", g)
	}
	if d := diff(want, g.LastMove()); d != "" {
		t.Errorf("LastMove (-want +got):\n%s", d)
	}
	if last, ok := g.Last(); !ok || diff(want[0], last) != "" {
		t.Errorf("the last move is %+v, %v", last, ok)
	}
	if _, ok := openGame().Last(); ok || openGame().LastMove() != nil {
		t.Error("there is a last move before the first")
	}
}

func TestPlayIllegal(t *testing.T) {
	g, events, err := duel().Play(ana, squares(t, "a1")[0], noon)
	wantError(t, err, &rules.IllegalMoveError{Color: rules.Black, Square: 0})
	if d := diff(duel(), g); d != "" || events != nil {
		t.Errorf("changed something: %s, events %v", d, events)
	}
}

func TestPlayPassesAndEnds(t *testing.T) {
	g := from(t, duel(), passBoard)
	g, events, err := g.Play(ana, squares(t, "c1")[0], noon)
	noError(t, err)
	moved := Moved{By: ana, Color: rules.Black, Square: 2, Flips: rules.SetOf(squares(t, "b1")...)}
	if d := diff([]Event{moved}, events); d != "" {
		t.Errorf("a pass (-want +got):\n%s", d)
	}
	wantError(t, g.MayPlay(bo, noon), &TurnError{Color: rules.Black, Player: ana})

	g, events, err = g.Play(ana, squares(t, "g1")[0], quarter)
	noError(t, err)
	end := Result{Reason: PlayedOut, Decided: true, Winner: rules.Black}
	moved = Moved{By: ana, Color: rules.Black, Square: 6, Flips: rules.SetOf(squares(t, "f1")...)}
	if d := diff([]Event{moved, Ended{end}}, events); d != "" {
		t.Errorf("the end (-want +got):\n%s", d)
	}
	if g.Phase != Over || *g.Result != end || !g.Since().Equal(quarter) {
		t.Errorf("after the end: %+v", g)
	}
	refused(t, ErrOver)(g.Play(bo, squares(t, "h1")[0], quarter))
}

func TestPlayEndsInDraw(t *testing.T) {
	const black, white = "XXXXXXXX", "OOOOOOOO"
	g := from(t, openGame(), "XO-OOOOO"+white+white+white+black+black+"XXXXXXXO"+white)
	g, _, err := g.Play(ana, squares(t, "c1")[0], noon)
	if err != nil || g.Phase != Over || *g.Result != (Result{Reason: PlayedOut}) {
		t.Errorf("%+v, error %v; score %v", g.Result, err, g.Position().Score())
	}
}

func TestOpenSeats(t *testing.T) {
	g := played(t, openGame(), "f5d6c3d3", ana, bo)
	want := []Seat{{Player: ana, Color: rules.Black}, {Player: bo, Color: rules.White}}
	if d := diff(want, g.Seats); d != "" {
		t.Errorf("seats (-want +got):\n%s", d)
	}
	g = playedAt(t, g, quarter, "c4", cy)
	for _, tt := range []struct {
		by    Player
		color rules.Color
		ok    bool
	}{{ana, rules.Black, true}, {bo, rules.White, true}, {cy, rules.Black, true}, {den, rules.Black, false}, {Nobody, rules.Black, false}} {
		if color, ok := g.Side(tt.by); color != tt.color || ok != tt.ok {
			t.Errorf("%q is on %v, %v", tt.by, color, ok)
		}
	}
	if g.Player(rules.Black) != ana || g.Player(rules.White) != bo || g.LastMover() != cy {
		t.Errorf("%s against %s, last %s", g.Player(rules.Black), g.Player(rules.White), g.LastMover())
	}
}
