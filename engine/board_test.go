package engine

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"othellobot/rules"
)

func TestNeighbours(t *testing.T) {
	for s := range rules.NoSquare {
		var want rules.Bitboard
		for other := range rules.NoSquare {
			if max(abs(s.Column()-other.Column()), abs(s.Row()-other.Row())) <= 1 {
				want |= rules.SetOf(other)
			}
		}
		if got := neighbours(rules.SetOf(s)); got != want {
			t.Errorf("neighbours of %v: %v, want %v", s, got, want)
		}
	}
}

func abs(n int) int { return max(n, -n) }

// TestSquares checks that the named sets hold the squares of their names.
func TestSquares(t *testing.T) {
	edge := func(n int) int { return min(n, 7-n) } // steps to the nearer edge
	for s := range rules.NoSquare {
		file, rank := edge(s.Column()), edge(s.Row())
		if corner := file+rank == 0; corners.Has(s) != corner || besideCorners.Has(s) != (!corner && max(file, rank) == 1) {
			t.Errorf("%v is a corner: %v, beside one: %v", s, corners.Has(s), besideCorners.Has(s))
		}
		for i, quarter := range quarters {
			if quarter.Has(s) != (i == s.Row()/4*2+s.Column()/4) {
				t.Errorf("%v is in quarter %d: %v", s, i, quarter.Has(s))
			}
		}
	}
}

// FuzzKernels compares the kernels with package rules on any board, reachable or not. It
// runs both the vector code and the portable code.
func FuzzKernels(f *testing.F) {
	for seed := range uint64(50) {
		for _, p := range game(f, random, random, seed) {
			b := boardOf(p)
			f.Add(uint64(b.own), uint64(b.opp))
		}
	}
	f.Add(uint64(0x8100000000000081), ^uint64(0x8100000000000081)>>1<<1)
	f.Add(uint64(0xff818181818181ff), uint64(0x007e7e667e7e7e00))
	f.Add(uint64(0x8000000000000000), uint64(0x007f7f7f7f7f7f7f))
	f.Add(uint64(1), uint64(0xfefefefefefefe00))
	f.Fuzz(func(t *testing.T, own, others uint64) {
		b := board{rules.Bitboard(own), rules.Bitboard(others &^ own)}
		p := b.position()
		if got, plain, want := b.moves(), legalMoves(b.own, b.opp), p.Legal(); got != want || plain != want {
			t.Fatalf("moves %v and %v, want %v\n%s", got, plain, want, p.FormatBoard())
		}
		from := nodeOf(b)
		for s := range b.empties().Squares() {
			want := p.Flips(s)
			if got, plain := b.flips(s), flipsOf(b.own, b.opp, s); got != want || plain != want {
				t.Fatalf("%v flips %v and %v, want %v\n%s", s, got, plain, want, p.FormatBoard())
			}
			plain := node{board: from.board.after(s, want)}
			plain.features.after(&from.features, s, want)
			if played, err := p.Play(s); err == nil && (played.White != plain.own || played.Black != plain.opp) {
				t.Fatalf("%v gives %v, want %v", s, plain.board, played)
			}
			var next node
			replies, theirs := next.play(&from, s)
			if next != plain || replies != next.moves() || theirs != next.board.pass().moves() {
				t.Fatalf("%v leads to %v with moves %v and %v, want %v\n%s", s, next, replies, theirs, plain, p.FormatBoard())
			}
			if moves := b.replies(s, &next.board); next.board != plain.board || moves != replies {
				t.Fatalf("%v leads to %v with moves %v, want %v", s, next.board, moves, plain.board)
			}
		}
		if score := p.FinalScore(); b.margin() != score.Black-score.White {
			t.Fatalf("margin %+d, want %v", b.margin(), score)
		}
	})
}

// FuzzStable plays on at random and checks that stable discs stay.
func FuzzStable(f *testing.F) {
	for seed := range uint64(20) {
		f.Add(seed, uint8(seed))
	}
	f.Fuzz(func(t *testing.T, seed uint64, ply uint8) {
		positions := game(t, random, random, seed)
		positions = positions[int(ply)%len(positions):]
		first := positions[0]
		black, white := stable(first.Black, first.White), stable(first.White, first.Black)
		for _, p := range positions {
			if black&^p.Black != 0 || white&^p.White != 0 {
				t.Fatalf("of %v and %v not all were stable\n%s\n%s", black, white,
					first.FormatBoard(), p.FormatBoard())
			}
		}
	})
}

// TestStable compares stable with a slow version that checks each disc by itself, on
// boards with at most seven empty squares.
func TestStable(t *testing.T) {
	dice := rand.New(rand.NewPCG(1, 1))
	for range 20_000 {
		own, free := rules.Bitboard(dice.Uint64()|dice.Uint64()), rules.Bitboard(0)
		for range dice.IntN(8) {
			free |= 1 << dice.IntN(64)
		}
		opp := ^own &^ free
		own &^= free
		if got, want := stable(own, opp), stableByDisc(own, free); got != want {
			t.Fatalf("stable %v, want %v\n%s", got, want, board{own, opp}.position().FormatBoard())
		}
	}
}

func stableByDisc(own, free rules.Bitboard) (set rules.Bitboard) {
	for {
		grown := set
		for s := range own.Squares() {
			safe := true
			for _, step := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
				ahead, behind := ray(s, step[0], step[1]), ray(s, -step[0], -step[1])
				next := neighbours(1<<s) & (ahead | behind)
				safe = safe && (ahead == 0 || behind == 0 || (ahead|behind)&free == 0 || next&set != 0)
			}
			if safe {
				grown |= 1 << s
			}
		}
		if grown == set {
			return set
		}
		set = grown
	}
}

// FuzzLastFlips fills all squares except one.
func FuzzLastFlips(f *testing.F) {
	f.Add(uint64(0), uint8(0))
	f.Add(uint64(0x8100000000000081), uint8(27))
	f.Add(uint64(0xff818181818181ff), uint8(63))
	f.Add(^uint64(0), uint8(0))
	f.Add(^uint64(0)>>16, uint8(63))
	f.Fuzz(func(t *testing.T, discs uint64, at uint8) {
		s := rules.Square(at % 64)
		own := rules.Bitboard(discs) &^ (1 << s)
		b := board{own, ^own &^ (1 << s)}
		if got, want := lastFlips(own, s), b.position().Flips(s).Len(); got != want {
			t.Errorf("%v flips %d, want %d\n%s", s, got, want, b.position().FormatBoard())
		}
		if got, want := lastOne(b, s), marginOf(b); got != want {
			t.Errorf("worth %+d, want %+d\n%s", got, want, b.position().FormatBoard())
		}
	})
}

// TestPerft compares the move generator with the published counts. Passes occur from
// depth 9 on.
func TestPerft(t *testing.T) {
	deepest := 10
	if testing.Short() {
		deepest = 8
	}
	for _, line := range dataLines(t, "perft.txt") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		var depth int
		var want uint64
		if _, err := fmt.Sscan(line, &depth, &want); err != nil {
			t.Fatal(err)
		}
		if depth > deepest {
			break
		}
		if got := Perft(rules.Start(), depth); got != want {
			t.Errorf("depth %d: %d, want %d", depth, got, want)
		}
	}
}

func BenchmarkPerft(b *testing.B) {
	for _, depth := range []int{9, 11} {
		b.Run(fmt.Sprint("depth=", depth), func(b *testing.B) {
			var leaves uint64
			for b.Loop() {
				leaves += Perft(rules.Start(), depth)
			}
			b.ReportMetric(float64(leaves)/b.Elapsed().Seconds()/1e6, "Mnps")
		})
	}
}
