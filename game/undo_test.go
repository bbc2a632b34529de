package game

import (
	"testing"
	"time"

	"othellobot/rules"
)

func TestUndo(t *testing.T) {
	soon, late := noon.Add(UndoGrace), noon.Add(UndoGrace+time.Millisecond)
	loaded, err := NewLoaded(1, here, cy, squares(t, "f5d6c3"), noon)
	noError(t, err)
	open := played(t, openGame(), "f5d6c3d3", ana, bo)
	tests := []struct {
		name  string
		game  Game
		by    Player
		now   time.Time
		moves string // the moves left; "?" if the other side is asked
		want  error
	}{
		{"an unanswered move, in time", played(t, duel(), "f5d6", ana, bo), bo, soon, "f5", nil},
		{"an unanswered move, late", played(t, duel(), "f5d6", ana, bo), bo, late, "?", nil},
		{"an answered move", played(t, duel(), "f5d6", ana, bo), ana, noon, "?", nil},
		{"before the first move", duel(), ana, noon, "", ErrNoMoves},
		{"before their first move", played(t, duel(), "f5", ana), bo, noon, "", ErrNoMoves},
		{"somebody else", played(t, duel(), "f5", ana), cy, noon, "", ErrNotPlayer},
		{"against the engine, unanswered", played(t, engineDuel(), "f5d6c3", ana, Engine), ana, late, "f5d6", nil},
		{"against the engine, answered", played(t, engineDuel(), "f5d6c3d3", ana, Engine), ana, late, "f5d6", nil},
		{"against the engine, the engine's first", played(t, NewDuel(1, here, ana, Engine, rules.White, noon), "f5", Engine), ana, noon, "", ErrNoMoves},
		{"without an opponent", played(t, NewDuel(1, here, ana, Nobody, rules.Black, noon), "f5", ana), ana, late, "", nil},
		{"alone on both sides, one at a time", played(t, openGame(), "f5d6", ana), ana, late, "f5", nil},
		{"open, not alone", open, ana, late, "?", nil},
		{"open, a third player", open, cy, noon, "", ErrNotPlayer},
		{"open, in time", open, bo, soon, "f5d6c3", nil},
		{"open, the move of another on the same side", playedAt(t, open, quarter, "c4", cy), ana, quarter, "", ErrNoMoves},
		{"open, nobody opposite", playedAt(t, played(t, openGame(), "f5d6", ana), quarter, "c3", bo), bo, quarter.Add(time.Hour), "f5d6", nil},
		{"loaded: nothing played", loaded, ana, noon, "", ErrNotPlayer},
		{"loaded: back to what was loaded", played(t, loaded, "d3", ana), ana, late, "f5d6c3", nil},
		{"loaded: and no further", result(t)(played(t, loaded, "d3", ana).Undo(ana, late)), ana, late, "", ErrNoMoves},
		{"a challenge", NewChallenge(1, here, ana, bo, rules.Black, noon), ana, noon, "", ErrNotStarted},
		{"over", result(t)(played(t, duel(), "f5", ana).Resign(bo, noon)), ana, noon, "", ErrOver},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g, events, err := tt.game.Undo(tt.by, tt.now)
			wantError(t, err, tt.want)
			switch moves := rules.FormatTranscript(g.Moves); {
			case tt.want != nil:
				if d := diff(tt.game, g); d != "" {
					t.Errorf("changed:\n%s", d)
				}
			case tt.moves == "?":
				if d := diff(&Question{AskUndo, tt.by}, g.Ask); d != "" || events != nil {
					t.Errorf("question (-want +got):\n%s, events %v", d, events)
				}
			case moves != tt.moves || g.Turn != tt.game.Turn+1 || g.Ask != nil:
				t.Errorf("left %q in turn %d, ask %v", moves, g.Turn, g.Ask)
			default:
				want := []Event{Undone{tt.by, tt.game.Moves[len(g.Moves):]}}
				if d := diff(want, events); d != "" {
					t.Errorf("events (-want +got):\n%s", d)
				}
			}
		})
	}
}

// After an undo the earlier move is the last move again, but its [UndoGrace] does not start again.
func TestUndoDoesNotRefresh(t *testing.T) {
	g := played(t, duel(), "f5d6", ana, bo)
	g = playedAt(t, g, quarter, "c3", ana)
	g = result(t)(g.Undo(ana, quarter))
	if g, _, err := g.Undo(bo, quarter); err != nil || g.Ask == nil {
		t.Errorf("bo took back a move of a quarter of an hour ago: %v", err)
	}
	wantError(t, g.MayPlay(ana, quarter), nil)
}

func TestUndoFindsLastMover(t *testing.T) {
	g := played(t, openGame(), "f5d6c3", ana, bo)
	if g = result(t)(g.Undo(ana, noon)); g.LastMover() != bo {
		t.Errorf("after one undo %q moved last", g.LastMover())
	}
	g = playedAt(t, g, quarter, "c3d3", cy, bo) // cy moved for ana's side
	g = playedAt(t, g, quarter, "c4", ana)
	if g = result(t)(g.Undo(ana, quarter)); g.LastMover() != bo {
		t.Errorf("%q moved last", g.LastMover())
	}
	if g = result(t)(g.Undo(bo, quarter)); g.Ask == nil {
		t.Fatal("the other side was not asked")
	}
	if g = result(t)(g.Agree(cy, quarter)); g.LastMover() != cy {
		t.Errorf("%q made the move that cy made", g.LastMover())
	}
	if moved, ok := g.LastMove()[0].(Moved); !ok || moved.By != cy || moved.Color != rules.Black {
		t.Errorf("the last move: %+v", g.LastMove())
	}
	g = result(t)(played(t, openGame(), "f5", ana).Undo(ana, noon))
	if g.LastMover() != Nobody || g.LastMove() != nil {
		t.Errorf("%q made a move that was taken back", g.LastMover())
	}
}

// Rewinds never outnumber the moves, even after hours of moves and undos.
func TestRewindsAreBounded(t *testing.T) {
	g := played(t, openGame(), "f5d6c3", ana)
	for range 1000 {
		g = played(t, g, "d3", ana)
		g = result(t)(g.Undo(ana, noon))
	}
	if len(g.Rewinds) != 1 || g.Turn != 2003 {
		t.Errorf("%d rewinds in turn %d", len(g.Rewinds), g.Turn)
	}
}
