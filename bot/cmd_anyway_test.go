package bot_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/review"
	"othellobot/rules"
)

// alarmed is a judge that rates the first legal move best. Every other move loses forty discs.
type alarmed struct{ review.Judge }

func (alarmed) Forget() {}

func (alarmed) Search(_ context.Context, p rules.Position, _ int, _ uint64) (rules.Square, float64, int) {
	return p.Legal().First(), 20, 4
}

func (alarmed) Solve(context.Context, rules.Position, uint64) (rules.Square, int, bool) {
	return rules.NoSquare, 0, false
}

// newCoach returns a stage where ana has a coach with an alarmed judge, after the given moves.
func newCoach(t *testing.T, moves []rules.Square) (*stage, game.Game) {
	t.Helper()
	s := newStage(t, limits)
	s.Solver = func(_ context.Context, question func(review.Judge) error) error { return question(alarmed{}) }
	end, err := rules.Replay(rules.Start(), moves)
	noError(t, err)
	g := game.NewDuel(9, game.Place(typed("ana", "").Place.String()), ana, game.Engine, end.ToMove, s.now)
	g.Level, g.Coached = 4, true
	return s, s.stored(t, s.played(t, g, moves))
}

func isWarning(r chat.Response) bool {
	return len(r.Effects) == 1 && r.Effects[0].Kind == chat.Whisper && strings.HasPrefix(r.Effects[0].Message.Text.String(), "Look again: ")
}

// TestCoachWarnsOnceATurn also checks that the coach does not warn of good moves or other users' moves.
func TestCoachWarnsOnceATurn(t *testing.T) {
	s, _ := newCoach(t, nil)
	first := s.do(t, typed("ana", "c4"))
	if !isWarning(first) || !isWarning(s.do(t, typed("ana", "c4"))) || isWarning(s.do(t, typed("bo", "c4"))) || isWarning(s.do(t, typed("ana", "a1"))) {
		t.Error("the coach does not warn ana, or warns another user or about another move")
	}
	anyway := pressed(t, "ana", "Play it anyway", first)
	forged := anyway
	forged.User.ID = "bo"
	s.whispers(t, forged, "ana and the bot are playing this one.…")
	s.now = s.now.Add(3 * time.Second)
	equal(t, "after one warning, another move of ana gets", s.do(t, typed("ana", "f5")).Effects[0].Kind, chat.Post)
	s.whispers(t, anyway, "The game has moved on: ana played f5.…")

	s, _ = newCoach(t, nil)
	r := s.do(t, typed("ana", "d3"))
	if isWarning(r) {
		t.Errorf("before the best move: %v", r)
	}
	engines := s.engineMove(t)
	engines.Control = s.control(t, "move", "e3")
	s.do(t, engines) // fails if the coach judges the engine's own move
}

func TestCoachIsSilentInRatedPositions(t *testing.T) {
	random := rand.New(rand.NewPCG(34, 3))
	for n := range 20 {
		moves := wander(random, nil, 17+random.IntN(20))
		end, err := rules.Replay(rules.Start(), moves)
		noError(t, err)
		if end.Over() || end.Legal().Len() < 2 {
			continue
		}
		other := end.Legal() &^ rules.SetOf(end.Legal().First())
		for _, rated := range []bool{false, true} {
			s, _ := newCoach(t, moves)
			if rated {
				s.inRated(t, 1, moves)
			}
			if r := s.do(t, typed("ana", other.First().String())); isWarning(r) == rated {
				t.Errorf("after %d moves, in a rated game %t: %v", n, rated, r)
			}
		}
	}
}
