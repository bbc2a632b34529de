package game

import (
	"testing"
	"time"

	"othellobot/rules"
)

func asked(t *testing.T) Game {
	t.Helper()
	g := result(t)(played(t, duel(), "f5d6", ana, bo).Undo(ana, noon))
	if g.Ask == nil || *g.Ask != (Question{AskUndo, ana}) || g.Turn != 2 {
		t.Fatalf("asked: %+v", g)
	}
	return g
}

func TestAnswers(t *testing.T) {
	crowd := playedAt(t, played(t, openGame(), "f5d6", ana, bo), quarter, "c3", cy) // cy joins ana's side
	crowd = result(t)(crowd.Undo(cy, quarter.Add(time.Hour)))
	for _, tt := range []struct {
		name string
		game Game
		by   Player
		want error
	}{
		{"who was asked", asked(t), bo, nil},
		{"who asked", asked(t), ana, ErrNotAsked},
		{"a spectator", asked(t), cy, ErrNotAsked},
		{"nothing is asked", duel(), bo, ErrNothingAsked},
		{"not yet", NewChallenge(1, here, ana, bo, 0, noon), bo, ErrNotStarted},
		{"over", result(t)(asked(t).Resign(ana, noon)), bo, ErrOver},
		{"open: the other side", crowd, bo, nil},
		{"open: the asker's own side", crowd, ana, ErrNotAsked},
		{"open: who has not moved", crowd, den, ErrNotAsked},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for answer, operation := range map[string]func() (Game, []Event, error){
				"agree":  func() (Game, []Event, error) { return tt.game.Agree(tt.by, noon) },
				"refuse": func() (Game, []Event, error) { return tt.game.Refuse(tt.by, noon) },
			} {
				g, _, err := operation()
				wantError(t, err, tt.want)
				if err == nil && g.Ask != nil {
					t.Errorf("%s: the question stays", answer)
				}
				if d := diff(tt.game, g); err != nil && d != "" {
					t.Errorf("%s changes something: %s", answer, d)
				}
			}
		})
	}
}

func TestAgree(t *testing.T) {
	g, events, err := asked(t).Agree(bo, noon)
	if d := diff([]Event{Undone{ana, squares(t, "f5d6")}}, events); err != nil || d != "" || len(g.Moves) != 0 || g.Turn != 3 {
		t.Errorf("undo: %v, %d moves, turn %d, events %s", err, len(g.Moves), g.Turn, d)
	}
	stop := result(t)(played(t, openGame(), "f5d6", bo, cy).Stop(bo, false, noon))
	g, events, err = stop.Agree(cy, noon)
	if want := (Result{Reason: Stopped, By: bo}); err != nil || g.Phase != Over || *g.Result != want || diff([]Event{Ended{want}}, events) != "" {
		t.Errorf("stop: %v, %+v, events %v", err, g.Result, events)
	}
}

func TestRefuse(t *testing.T) {
	g, events, err := asked(t).Refuse(bo, noon)
	if err != nil || events != nil || g.Ask != nil || len(g.Moves) != 2 || g.Turn != 2 {
		t.Errorf("%v, %d moves, turn %d, question %v, events %v", err, len(g.Moves), g.Turn, g.Ask, events)
	}
}

func TestOneQuestionAtATime(t *testing.T) {
	late := noon.Add(time.Hour)
	g := played(t, NewOpen(1, here, den, noon), "f5d6", ana, bo)
	g = result(t)(g.Undo(ana, late))
	for name, operation := range map[string]func() (Game, []Event, error){
		"the same from the other side": func() (Game, []Event, error) { return g.Undo(bo, late) },
		"the same question":            func() (Game, []Event, error) { return g.Undo(ana, late) },
		"another of theirs":            func() (Game, []Event, error) { return g.Stop(ana, false, late) },
		"another from the other side":  func() (Game, []Event, error) { return g.Stop(bo, false, late) },
	} {
		if after, _, err := operation(); err != ErrAskPending || diff(g, after) != "" {
			t.Errorf("%s: %v", name, err)
		}
	}
	for by, want := range map[Player]error{ana: ErrNotAsked, bo: nil, cy: ErrNotAsked} {
		if err := g.CanAnswer(by); err != want {
			t.Errorf("whether %s may answer is %v, want %v", by, err, want)
		}
	}
	stop := result(t)(played(t, NewOpen(1, here, den, noon), "f5d6", ana, bo).Stop(ana, false, late))
	if _, events, err := stop.Stop(bo, false, late); err != nil || len(events) != 1 {
		t.Errorf("the other side's question to stop is no agreement: %v, %v", err, events)
	}
	if moved := played(t, g, "c3", ana); moved.Ask != nil {
		t.Error("a move does not drop the question")
	}
}

// A side can ask the same question only once a turn, no matter which of its players asks. An
// answer or a move taken back does not change that. After an agreed undo both sides can ask again.
func TestOneQuestionOfAKindATurn(t *testing.T) {
	late := noon.Add(time.Hour)
	answered := result(t)(asked(t).Refuse(bo, late))
	if after, _, err := answered.Undo(ana, late); err != ErrAskedBefore || diff(answered, after) != "" {
		t.Errorf("asked again after a refusal: %v", err)
	}
	rated := duel()
	rated.Rated = true
	stop := result(t)(result(t)(played(t, rated, "f5d6", ana, bo).Stop(ana, false, late)).Refuse(bo, late))
	result(t)(stop.Undo(ana, late))
	result(t)(stop.Stop(bo, false, late))
	back := result(t)(playedAt(t, stop, late, "c3", ana).Undo(ana, late))
	refused(t, ErrAskedBefore)(back.Stop(ana, false, late))
	result(t)(playedAt(t, stop, late, "c3", ana).Stop(ana, false, late))
	crowd := playedAt(t, played(t, NewOpen(1, here, den, noon), "f5d6", ana, bo), quarter, "c3", cy) // cy joins ana's side
	crowd = result(t)(result(t)(crowd.Stop(cy, false, quarter)).Refuse(bo, quarter))
	refused(t, ErrAskedBefore)(crowd.Stop(ana, false, late))
	agreed := result(t)(asked(t).Agree(bo, late))
	if agreed.Notices != ([2]Notices{}) {
		t.Errorf("after an agreement the notices are %+v", agreed.Notices)
	}
}

func TestUndo(t *testing.T) {
	soon, late := noon.Add(UndoGrace), noon.Add(UndoGrace+time.Millisecond)
	loaded, err := NewLoaded(1, here, cy, squares(t, "f5d6c3"), noon)
	noError(t, err)
	open := played(t, openGame(), "f5d6c3d3", ana, bo)
	for _, tt := range []struct {
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
	} {
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

// Rewinds never outnumber the moves, even after many moves and undos.
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
