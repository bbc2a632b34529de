package game

import (
	"testing"
	"time"
)

// asked returns a duel of two moves after ana has asked to take hers back.
func asked(t *testing.T) Game {
	t.Helper()
	g := result(t)(played(t, duel(), "f5d6", ana, bo).Undo(ana, noon))
	if g.Ask == nil || *g.Ask != (Question{AskUndo, ana}) || g.Turn != 2 {
		t.Fatalf("asked: %+v", g)
	}
	return g
}

func TestAnswers(t *testing.T) {
	crowd := playedAt(t, played(t, openGame(), "f5d6", ana, bo), quarter, "c3", cy) // on ana's side
	crowd = result(t)(crowd.Undo(cy, quarter.Add(time.Hour)))
	tests := []struct {
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
	}
	for _, tt := range tests {
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
// answer or a move taken back does not change that. After an agreement both sides can ask again.
func TestOneQuestionOfAKindATurn(t *testing.T) {
	late := noon.Add(time.Hour)
	refused := result(t)(asked(t).Refuse(bo, late))
	if after, _, err := refused.Undo(ana, late); err != ErrAskedBefore || diff(refused, after) != "" {
		t.Errorf("asked again after a refusal: %v", err)
	}
	rated := duel()
	rated.Rated = true
	stop := result(t)(result(t)(played(t, rated, "f5d6", ana, bo).Stop(ana, false, late)).Refuse(bo, late))
	if _, _, err := stop.Undo(ana, late); err != nil {
		t.Errorf("another question: %v", err)
	}
	if _, _, err := stop.Stop(bo, false, late); err != nil {
		t.Errorf("the same from the other side: %v", err)
	}
	back := result(t)(playedAt(t, stop, late, "c3", ana).Undo(ana, late))
	if _, _, err := back.Stop(ana, false, late); err != ErrAskedBefore {
		t.Errorf("asked again after a move was taken back: %v", err)
	}
	if _, _, err := playedAt(t, stop, late, "c3", ana).Stop(ana, false, late); err != nil {
		t.Errorf("asked again in the next turn: %v", err)
	}
	crowd := playedAt(t, played(t, NewOpen(1, here, den, noon), "f5d6", ana, bo), quarter, "c3", cy) // on ana's side
	crowd = result(t)(result(t)(crowd.Stop(cy, false, quarter)).Refuse(bo, quarter))
	if _, _, err := crowd.Stop(ana, false, late); err != ErrAskedBefore {
		t.Errorf("asked again by another player of the side: %v", err)
	}
	agreed := result(t)(asked(t).Agree(bo, late))
	if agreed.Notices != ([2]Notices{}) {
		t.Errorf("after an agreement the notices are %+v", agreed.Notices)
	}
}
