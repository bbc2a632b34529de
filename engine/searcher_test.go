package engine

import (
	"context"
	"math"
	"math/bits"
	"os"
	"testing"
	"time"

	"othellobot/rules"
)

// Upper bounds for the searches of tests.
const (
	testMemory   = 1 << 20
	thinkingTime = 20 * time.Millisecond
)

// TestSolvesLikeAlphaBeta compares the solver with a plain alpha-beta search, on
// positions with up to 16 empty squares: 20,000 with OTHELLO_LONG set.
func TestSolvesLikeAlphaBeta(t *testing.T) {
	counts := [...]int{1: 40, 40, 40, 40, 40, 40, 40, 8: 40, 9: 25, 10: 18, 11: 10, 12: 5, 13: 2, 14: 1, 15: 1, 16: 1}
	if os.Getenv("OTHELLO_LONG") != "" {
		counts = [...]int{1: 1000, 1000, 1000, 1000, 1000, 1000, 1000, 8: 8000, 9: 5000, 10: 3500, 11: 2000, 12: 1000, 13: 350, 14: 100, 15: 35, 16: 15}
	}
	s := NewSearcher(Trained(), testMemory)
	for empties, count := range counts {
		for seed := uint64(0); count > 0; seed++ {
			p, ok := midway(t, random, seed, empties)
			if !ok {
				continue
			}
			count--
			b := boardOf(p)
			want := marginOf(b)
			margin, outcome := s.Solve(t.Context(), p, Margin, Limits{}), s.Solve(t.Context(), p, Outcome, Limits{})
			thought := s.Think(t.Context(), p, Limits{})
			if int(margin.Value) != want || int(outcome.Value) != sign(want) || int(thought.Value) != want || !thought.Exact {
				t.Errorf("margin %+v, outcome %+v, thought %+v, want %+d\n%s", margin, outcome, thought, want, p.FormatBoard())
			}
			if held := -marginOf(b.play(margin.Square)); held != want {
				t.Errorf("%v holds %+d, want %+d\n%s", margin.Square, held, want, p.FormatBoard())
			}
			if held := -marginOf(b.play(outcome.Square)); sign(held) != sign(want) {
				t.Errorf("%v holds %+d, want %+d\n%s", outcome.Square, held, want, p.FormatBoard())
			}
		}
	}
}

// TestSolvesTheSameAgain solves each position twice with a used searcher and once with a new
// one. It also does so with budgets that are too small.
func TestSolvesTheSameAgain(t *testing.T) {
	used := NewSearcher(Trained(), testMemory)
	for seed := range uint64(10) {
		p, ok := midway(t, level(3), seed, 15)
		if !ok {
			continue
		}
		for _, nodes := range []uint64{0, 1, 5_000} {
			limits := Limits{Nodes: nodes}
			first := used.Solve(t.Context(), p, Margin, limits)
			again := used.Solve(t.Context(), p, Margin, limits)
			fresh := NewSearcher(Trained(), testMemory).Solve(t.Context(), p, Margin, limits)
			if first != again || first != fresh {
				t.Errorf("%+v, then %+v, by another %+v", first, again, fresh)
			}
			if nodes > 0 && (first.Exact || first.Nodes > nodes+2*pollEvery) {
				t.Errorf("%+v with %d nodes", first, nodes)
			}
			if !p.Legal().Has(first.Square) {
				t.Errorf("%v is not legal", first.Square)
			}
		}
	}
}

// TestSolveGivesUp cancels a search that would take forever.
func TestSolveGivesUp(t *testing.T) {
	p := rules.Start()
	ctx, cancel := context.WithTimeout(t.Context(), thinkingTime)
	defer cancel()
	for _, ctx := range []context.Context{ctx, canceled(t)} {
		if found := NewSearcher(Trained(), testMemory).Solve(ctx, p, Margin, Limits{}); found.Exact || !p.Legal().Has(found.Square) {
			t.Errorf("found %+v", found)
		}
	}
}

func canceled(t *testing.T) context.Context {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	return ctx
}

// FuzzSolve compares margins on boards that no game reaches.
func FuzzSolve(f *testing.F) {
	f.Add(uint64(0x123456789abcdef0), uint64(0x8000000000000001))
	f.Add(uint64(0xffffffff00000000), uint64(0x0000001818000000))
	f.Fuzz(func(t *testing.T, own, free uint64) {
		for bits.OnesCount64(free) > 7 {
			free &= free - 1
		}
		b := board{rules.Bitboard(own &^ free), rules.Bitboard(^own &^ free)}
		if b.moves() == 0 {
			return
		}
		if got := NewSearcher(Trained(), 0).Solve(t.Context(), b.position(), Margin, Limits{}); int(got.Value) != marginOf(b) {
			t.Errorf("%+v, want %+d\n%s", got, marginOf(b), b.position().FormatBoard())
		}
	})
}

// TestSolveKeepsBetterMove stops a search after a window that proved a move better than
// expected. The search must return that move.
func TestSolveKeepsBetterMove(t *testing.T) {
	s := NewSearcher(Trained(), testMemory)
	proved := 0
	for seed := uint64(0); seed < 60 && proved < 2; seed++ {
		p, ok := midway(t, random, seed, selectiveFrom-1)
		if !ok || p.Legal().Len() == 1 {
			continue
		}
		b := boardOf(p)
		s.begin(t.Context(), Limits{})
		presearched := s.presearch(b)
		guess := 2 * int(math.Round(presearched.Value/2))
		high := min(guess+firstWindow, 64)
		v, square := s.exactPVS(b, b.moves(), selectiveFrom-1, max(guess-firstWindow, -64), high)
		if v < high || high == 64 || square == presearched.Square {
			continue
		}
		proved++
		if found := s.Solve(t.Context(), p, Margin, Limits{Nodes: s.nodes}); found.Exact || found.Square != square {
			t.Errorf("%v was better than %v, and the search ends with %+v", square, presearched.Square, found)
		}
	}
	if proved == 0 {
		t.Error("no move has proved better than expected")
	}
}
