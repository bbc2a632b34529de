package engine

import (
	"fmt"
	"math"
	"os"
	"slices"
	"testing"
	"time"

	"othellobot/rules"
)

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
					checkSolved(t, pr, s.Solve(t.Context(), pr.p, Margin, Limits{}))
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
		found := s.Solve(t.Context(), endgames[i].p, Margin, Limits{})
		checkSolved(t, endgames[i], found)
		nodes += found.Nodes
	}
	t.Logf("%d positions", nodes)
	if nodes > most {
		t.Errorf("%d positions, want at most %d", nodes, most)
	}
}

// longestEndgame is the maximum number of empty squares for a test to solve, which takes
// minutes.
const longestEndgame = 26

func checkSolved(t testing.TB, pr problem, found Result) {
	t.Helper()
	want := best(pr.scores)
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
			found := s.Solve(b.Context(), pr.p, Margin, Limits{})
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

func best(scores map[rules.Square]int) int {
	v := math.MinInt
	for _, score := range scores {
		v = max(v, score)
	}
	return v
}
