package engine

import (
	"math/rand/v2"
	"testing"

	"othellobot/rules"
)

// FuzzKernels compares the kernels with package rules on any board, reachable or not. It
// runs both the vector code and the portable code.
func FuzzKernels(f *testing.F) {
	start := rules.Start()
	f.Add(uint64(start.Black), uint64(start.White))
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
			var next, plain node
			plain.after(&from, s, want)
			replies, theirs := next.play(&from, s)
			if next != plain || replies != next.moves() || theirs != next.board.pass().moves() {
				t.Fatalf("%v leads to %v with moves %v and %v, want %v\n%s", s, next, replies, theirs, plain, p.FormatBoard())
			}
			if moves := b.answer(s, &next.board); next.board != plain.board || moves != replies {
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
