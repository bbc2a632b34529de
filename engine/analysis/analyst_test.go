package analysis

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"othellobot/engine"
	"othellobot/rules"
)

func newAnalyst() *Analyst {
	return &Analyst{Weights: engine.Trained(), Searcher: engine.NewSearcher(engine.Trained(), 1<<20)}
}

// midway returns the position with the given number of empty squares from a random game, or
// false if the game ends before.
func midway(seed uint64, empties int) (rules.Position, bool) {
	dice, p := rand.New(rand.NewPCG(seed, 0)), rules.Start()
	for !p.Over() && p.Empties().Len() > empties {
		squares := slices.Collect(p.Legal().Squares())
		p, _ = p.Play(squares[dice.IntN(len(squares))])
	}
	return p, !p.Over()
}

// brute returns the margin of perfect play for the side to move, by trying every line.
func brute(p rules.Position) int {
	if p.Over() {
		score := p.FinalScore()
		return score.Of(p.ToMove) - score.Of(p.ToMove.Opponent())
	}
	best := -64
	for square := range p.Legal().Squares() {
		next, _ := p.Play(square)
		best = max(best, valueFor(p, next, brute(next)))
	}
	return best
}

// valueFor converts a value of next to the view of the side to move in p.
func valueFor[T int | float64](p, next rules.Position, value T) T {
	if next.ToMove != p.ToMove {
		return 0 - value
	}
	return value
}

// TestLines compares the values of moves with the evaluation, a separate search and brute force.
func TestLines(t *testing.T) {
	a, other := newAnalyst(), engine.NewSearcher(engine.Trained(), 1<<20)
	passes := 0
	for seed := range uint64(40) {
		for _, test := range []struct {
			empties int
			limits  engine.Limits
		}{{30, engine.Limits{Depth: 1}}, {30, engine.Limits{Depth: 3}}, {7, engine.Limits{Depth: 1, ExactEmpties: 7}}, {4, engine.Limits{}}} {
			p, ok := midway(seed, test.empties)
			if !ok || seed > 4 && test.empties > 10 {
				continue
			}
			lines := a.Lines(t.Context(), p, test.limits)
			if len(lines) != p.Legal().Len() {
				t.Fatalf("%d lines of %d moves", len(lines), p.Legal().Len())
			}
			for _, line := range lines {
				next, _ := p.Play(line.Square)
				if next.ToMove == p.ToMove && !next.Over() {
					passes++
				}
				exact := test.empties < 10
				var want float64
				switch own, opp := next.ToMove, next.ToMove.Opponent(); {
				case exact:
					want = float64(brute(next))
				case test.limits.Depth == 1:
					want = engine.Trained().Value(next.Discs(own), next.Discs(opp))
				default:
					want = other.Think(t.Context(), next, engine.Limits{Depth: test.limits.Depth - 1}).Value
				}
				want = valueFor(p, next, want)
				if line.Value != want || line.Exact != exact || !exact && line.Depth != test.limits.Depth {
					t.Errorf("%+v: %+v, want %v\n%s", test, line, want, p.FormatBoard())
				}
			}
			if !slices.IsSortedFunc(lines, func(a, b Line) int { return int(8*b.Value) - int(8*a.Value) }) {
				t.Errorf("not sorted: %+v", lines)
			}
		}
	}
	if passes < 5 {
		t.Errorf("a pass behind %d moves", passes)
	}
	if lines := a.Lines(t.Context(), rules.Position{Black: 7}, engine.Limits{}); lines != nil {
		t.Errorf("moves of a finished game: %+v", lines)
	}
}

// TestBestPlay checks that best play, solved to the end, ends with the value of the best line.
func TestBestPlay(t *testing.T) {
	a := newAnalyst()
	for seed := range uint64(6) {
		p, ok := midway(seed, 12)
		if !ok {
			continue
		}
		for _, l := range []engine.Limits{{Depth: 12}, {Depth: 2, ExactEmpties: 12}} {
			best := a.Lines(t.Context(), p, engine.Limits{})[0]
			play := a.BestPlay(t.Context(), p, best.Square, l)
			moves, _ := rules.ParseTranscript(play)
			end, err := rules.Replay(p, moves)
			if err != nil || !end.Over() || float64(valueFor(p, end, brute(end))) != best.Value {
				t.Errorf("%+v: %s ends with %v, want %+v, %v", l, play, end.FinalScore(), best.Value, err)
			}
		}
	}
	if play := a.BestPlay(t.Context(), rules.Start(), 19, engine.Limits{Depth: 5}); len(play) != 10 {
		t.Errorf("%s", play)
	}
	if play := a.BestPlay(t.Context(), rules.Start(), 0, engine.Limits{Depth: 5}); play != "" {
		t.Errorf("%s after an illegal move", play)
	}
	done, cancel := context.WithCancel(t.Context())
	cancel()
	if play := a.BestPlay(done, rules.Start(), 19, engine.Limits{Depth: 5}); play != "d3" {
		t.Errorf("%s of a cancelled search", play)
	}
}
