package engine

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"math/bits"
	"os"
	"slices"
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
// positions with up to 16 empty squares: 27,000 with OTHELLO_LONG set.
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
			margin, outcome := s.Solve(t.Context(), p, GoalMargin, Limits{}), s.Solve(t.Context(), p, GoalOutcome, Limits{})
			thought := s.Think(t.Context(), p, []Limits{{}, {Depth: 1, ExactEmpties: empties}, {Depth: empties, ExactEmpties: empties - 1}}[seed%3])
			if int(margin.Value) != want || int(outcome.Value) != cmp.Compare(want, 0) || int(thought.Value) != want || !thought.Exact {
				t.Errorf("margin %+v, outcome %+v, thought %+v, want %+d\n%s", margin, outcome, thought, want, p.FormatBoard())
			}
			if held := -marginOf(b.play(margin.Square)); held != want {
				t.Errorf("%v holds %+d, want %+d\n%s", margin.Square, held, want, p.FormatBoard())
			}
			if held := -marginOf(b.play(outcome.Square)); cmp.Compare(held, 0) != cmp.Compare(want, 0) {
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
			first := used.Solve(t.Context(), p, GoalMargin, limits)
			again := used.Solve(t.Context(), p, GoalMargin, limits)
			fresh := NewSearcher(Trained(), testMemory).Solve(t.Context(), p, GoalMargin, limits)
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

// TestSolveGivesUp cancels a search that would take far too long.
func TestSolveGivesUp(t *testing.T) {
	p := rules.Start()
	ctx, cancel := context.WithTimeout(t.Context(), thinkingTime)
	defer cancel()
	for _, ctx := range []context.Context{ctx, canceled(t)} {
		if found := NewSearcher(Trained(), testMemory).Solve(ctx, p, GoalMargin, Limits{}); found.Exact || !p.Legal().Has(found.Square) {
			t.Errorf("found %+v", found)
		}
	}
}

func canceled(t *testing.T) context.Context {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	return ctx
}

// FuzzSolve compares margins on boards with up to seven empty squares, reachable or not.
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
		if got := NewSearcher(Trained(), 0).Solve(t.Context(), b.position(), GoalMargin, Limits{}); int(got.Value) != marginOf(b) {
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
		if found := s.Solve(t.Context(), p, GoalMargin, Limits{Nodes: s.nodes}); found.Exact || found.Square != square {
			t.Errorf("%v was better than %v, and the search ends with %+v", square, presearched.Square, found)
		}
	}
	if proved == 0 {
		t.Error("no move has proved better than expected")
	}
}

// TestSolvesPublished solves endgames with published scores: a selection, or with
// OTHELLO_LONG=1 all with up to 26 empty squares.
func TestSolvesPublished(t *testing.T) {
	dataFolder(t)
	files := []struct {
		name        string
		step, short int // interval between solved endgames, usually and with -short; 0 skips all
	}{
		{"fforum-1-19.obf", 1, 4},
		{"fforum-20-39.obf", 2, 10},
		{"fforum-40-59.obf", 7, 0},
		{"hard-20.obf", 50, 0},
	}
	s := NewSearcher(Trained(), 32<<20)
	for _, file := range files {
		t.Run(file.name, func(t *testing.T) {
			step := file.step
			switch {
			case testing.Short():
				step = file.short
			case os.Getenv("OTHELLO_LONG") == "1":
				step = 1
			}
			for i, pr := range problems(t, file.name) {
				if step > 0 && i%step == 0 && pr.p.Empties().Len() <= longestEndgame {
					checkSolved(t, pr, s.Solve(t.Context(), pr.p, GoalMargin, Limits{}))
				}
			}
		})
	}
}

// TestSolvesInFewPositions counts the positions for five endgames. The count is the same
// on every machine, and falls with better ordering, tables and cuts. With OTHELLO_LONG=1
// it solves all ten of FForum 40 to 49, which takes a minute.
func TestSolvesInFewPositions(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	list, most := []int{0, 1, 2, 4, 7}, uint64(44_000_000)
	if os.Getenv("OTHELLO_LONG") == "1" {
		list, most = []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, 620_000_000
	}
	s := NewSearcher(Trained(), 128<<20)
	endgames := problems(t, "fforum-40-59.obf")
	nodes := uint64(0)
	for _, i := range list {
		found := s.Solve(t.Context(), endgames[i].p, GoalMargin, Limits{})
		checkSolved(t, endgames[i], found)
		nodes += found.Nodes
	}
	t.Logf("%d positions", nodes)
	if nodes > most {
		t.Errorf("%d positions, want at most %d", nodes, most)
	}
}

// longestEndgame is the maximum number of empty squares that tests solve, which takes minutes.
const longestEndgame = 26

func checkSolved(t testing.TB, pr problem, found Result) {
	t.Helper()
	want := slices.Max(slices.Collect(maps.Values(pr.scores)))
	if !found.Exact || found.Value != float64(want) || pr.scores[found.Square] != want {
		t.Errorf("%s: %+v, want %v", pr.name, found, pr.scores)
	}
}

// BenchmarkSolve solves each endgame of a list once per operation. It reports the median and
// the slowest time. Each of the FForum problems 40 to 49 is a list of its own.
func BenchmarkSolve(b *testing.B) {
	b.Run("FFO=1-19", func(b *testing.B) { benchmarkSolve(b, problems(b, "fforum-1-19.obf")) })
	b.Run("FFO=20-39", func(b *testing.B) { benchmarkSolve(b, problems(b, "fforum-20-39.obf")) })
	for i, pr := range problems(b, "fforum-40-59.obf")[:10] {
		b.Run(fmt.Sprint("FFO=", 40+i), func(b *testing.B) { benchmarkSolve(b, []problem{pr}) })
	}
	b.Run("hard=20", func(b *testing.B) {
		var some []problem
		for i, pr := range problems(b, "hard-20.obf") {
			if i%12 == 0 {
				some = append(some, pr)
			}
		}
		benchmarkSolve(b, some)
	})
	for _, empties := range []int{16, 20} {
		b.Run(fmt.Sprint("games=", empties), func(b *testing.B) { benchmarkSolve(b, fromGames(b, empties)) })
	}
}

func fromGames(b *testing.B, empties int) (list []problem) {
	const step = 300
	for i, moves := range finishedGames(b) {
		p := rules.Start()
		for _, m := range moves {
			if p.Empties().Len() > empties {
				p = play(b, p, m)
			}
		}
		if i%step == 0 && p.Empties().Len() == empties && !p.Over() {
			list = append(list, problem{p: p})
		}
	}
	return list
}

func benchmarkSolve(b *testing.B, list []problem) {
	s := NewSearcher(Trained(), 256<<20)
	nodes := uint64(0)
	var times []float64
	for b.Loop() {
		for _, pr := range list {
			begun := time.Now()
			found := s.Solve(b.Context(), pr.p, GoalMargin, Limits{})
			times = append(times, time.Since(begun).Seconds())
			if pr.scores != nil {
				checkSolved(b, pr, found)
			}
			nodes += found.Nodes
		}
	}
	slices.Sort(times)
	b.ReportMetric(times[len(times)/2], "median-s")
	b.ReportMetric(times[len(times)-1], "slowest-s")
	b.ReportMetric(float64(nodes)/float64(b.N)/1e6, "Mnodes/op")
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnps")
}
