package engine

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"othellobot/rules"
)

func TestLevelIsClamped(t *testing.T) {
	for given, want := range map[int]int{-5: 1, 0: 1, Levels + 1: Levels, 99: Levels} {
		if Level(given) != Level(want) {
			t.Errorf("level %d is not level %d", given, want)
		}
	}
}

// TestLevelsGrow checks that no level has more noise, less depth or a later solved end than the one below.
func TestLevelsGrow(t *testing.T) {
	for n := 2; n <= Levels; n++ {
		a, b := Level(n-1), Level(n)
		if b.Noise > a.Noise || b.Depth < a.Depth || b.Exact < a.Exact || b == a || b.Noise == 0 && b.Nodes < a.Nodes {
			t.Errorf("level %d is %+v, the one below %+v", n, b, a)
		}
	}
}

func TestSeedVariesPlay(t *testing.T) {
	for n := 1; n <= Levels; n++ {
		player := playerOf(scaled(n, 0.01))
		first := map[rules.Square]bool{}
		for seed := range uint64(40) {
			first[player(t, rules.Start(), seed)] = true
		}
		if len(first) != 4 {
			t.Errorf("level %d opens with %d of the 4 moves only", n, len(first))
		}
	}
}

// TestInterruptedPlay interrupts all levels at different moments.
func TestInterruptedPlay(t *testing.T) {
	for _, empties := range []int{56, 40, 19, 12} {
		p, ok := midway(t, random, 2, empties)
		if !ok {
			t.Fatalf("no position with %d empty squares", empties)
		}
		for n := 1; n <= Levels; n++ {
			s := NewSearcher(Trained(), testMemory)
			for left := range 4 {
				ctx := &countdown{Context: t.Context(), left: left}
				if square := s.Play(ctx, p, Level(n), 1); !p.Legal().Has(square) {
					t.Errorf("level %d with %d empty squares plays %v after %d calls of Err", n, empties, square, left)
				}
			}
		}
	}
}

// countdown is a context that is done after a number of calls of Err.
type countdown struct {
	context.Context
	left int   // calls until it is done
	err  error // returned when done; nil means context.Canceled
}

func (c *countdown) Err() error {
	if c.left > 0 {
		c.left--
		return nil
	}
	return cmp.Or(c.err, context.Canceled)
}

// BenchmarkThink searches for a move in the middle of some games, with a fixed budget of
// positions. It reports the average depth in plies and millions of positions per second.
func BenchmarkThink(b *testing.B) {
	var positions []rules.Position
	for seed := range uint64(8) {
		if p, ok := midway(b, level(3), seed, 30); ok {
			positions = append(positions, p)
		}
	}
	for _, nodes := range []uint64{20_000, 200_000, 2_000_000} {
		b.Run(fmt.Sprint("positions=", nodes), func(b *testing.B) {
			s := NewSearcher(Trained(), 64<<20)
			depth, looked := 0, uint64(0)
			for i := 0; b.Loop(); i++ {
				found := s.Think(b.Context(), positions[i%len(positions)], Limits{Nodes: nodes})
				depth, looked = depth+found.Depth, looked+found.Nodes
			}
			b.ReportMetric(float64(depth)/float64(b.N), "plies")
			b.ReportMetric(float64(looked)/b.Elapsed().Seconds()/1e6, "Mnps")
		})
	}
}

// BenchmarkPlay reports the time for the slowest of some positions from games of level 3. It takes
// the fastest run of each, since other programs use the machine, too.
func BenchmarkPlay(b *testing.B) {
	for n := 1; n <= Levels; n++ {
		b.Run(fmt.Sprintf("level=%d", n), func(b *testing.B) {
			var positions []rules.Position
			for seed := range uint64(4) {
				for _, empties := range []int{50, 40, 30, 20, 14} {
					if p, ok := midway(b, level(3), seed, empties); ok {
						positions = append(positions, p)
					}
				}
			}
			player := level(n)
			fastest := make([]time.Duration, len(positions))
			for i := 0; b.Loop(); i++ {
				at := i % len(positions)
				begun := time.Now()
				player(b, positions[at], 1)
				if took := time.Since(begun); fastest[at] == 0 || took < fastest[at] {
					fastest[at] = took
				}
			}
			b.ReportMetric(slices.Max(fastest).Seconds()*1000, "slowest-ms")
		})
	}
}

// TestTheHighestLevelKeepsAWonGame checks that the highest level finds the only winning move in two
// tournament positions. Proving each win takes a search of millions of positions.
func TestTheHighestLevelKeepsAWonGame(t *testing.T) {
	for board, only := range map[string]string{
		"---OXX-----OOX--OOOOXOO-OOOOXOOOOXXXXX--OXXXXX--O--XOX----XXXXX- X": "c1",
		"--XXXX----OOXX---OOXXXX--OOOOOXO-XOOOOXOXXXOOOOO--OOOO-O--O----- X": "b1",
	} {
		if got := level(Levels)(t, position(t, board), 1); got.String() != only {
			t.Errorf("%s: %v, want %s", board, got, only)
		}
	}
}
