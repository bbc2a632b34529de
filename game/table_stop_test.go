package game

import (
	"testing"

	"othellobot/rules"
)

func TestOperatorStopsAGame(t *testing.T) {
	_, table := newTable(t)
	begin(t, table, played(t, duel(), tenMoves, ana, bo))
	mustDo(t, table, here, Proposal{Game: 1, Display: reserves("board")})
	g, err := table.Stop(t.Context(), here, 1, quarter)
	if want := (Result{Reason: Stopped, By: Engine}); err != nil || g.Phase != Over || *g.Result != want {
		t.Fatalf("%+v, %v", g, err)
	}
	if players := g.Players(); len(players) != 2 {
		t.Errorf("the game names %v", players)
	}
	if board, _ := room(t, table, here).Slot(1, "board"); board.Want != 3 || board.Redraw != quarter.Add(RedrawAfter).UnixMilli() {
		t.Errorf("the board is not drawn again: %+v", board)
	}
}

func TestOperatorStopsWhatIsPlayed(t *testing.T) {
	_, table := newTable(t)
	begin(t, table, NewChallenge(1, here, ana, bo, rules.Black, noon))
	begin(t, table, NewOpen(2, "b", ana, noon))
	mustDo(t, table, "b", Proposal{Game: 2, By: ana, Operation: Stop(false)})
	for id, want := range map[ID]error{1: ErrNotStarted, 2: ErrOver, 3: ErrUnknown} {
		_, err := table.Stop(t.Context(), map[ID]Place{1: here, 2: "b", 3: here}[id], id, quarter)
		wantError(t, err, want)
	}
}
