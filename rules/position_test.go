package rules

import (
	"errors"
	"testing"
)

func TestStart(t *testing.T) {
	p := Start()
	const board = "---------------------------OX------XO---------------------------"
	if got := p.FormatBoard(AlphabetXO); got != board || p.ToMove != Black {
		t.Errorf("start: %s, %v to move", got, p.ToMove)
	}
	if got := p.Legal().String(); got != "d3 c4 f5 e6" {
		t.Errorf("first moves: %s", got)
	}
	if got := p.LegalFor(White).String(); got != "e3 f4 c5 d6" {
		t.Errorf("first moves, were it White's turn: %s", got)
	}
	if p.Over() || p.Score() != (Score{2, 2}) || p.Empties().Len() != 60 {
		t.Errorf("start: over %v, score %v, empties %v", p.Over(), p.Score(), p.Empties())
	}
}

func TestDisc(t *testing.T) {
	tests := []struct {
		square   string
		color    Color
		occupied bool
	}{
		{"e4", Black, true},
		{"d5", Black, true},
		{"d4", White, true},
		{"e5", White, true},
		{"a1", Black, false},
		{"h8", Black, false},
	}
	for _, tt := range tests {
		color, occupied := Start().Disc(square(t, tt.square))
		if color != tt.color || occupied != tt.occupied {
			t.Errorf("%s: %v, %v", tt.square, color, occupied)
		}
	}
	if _, occupied := Start().Disc(NoSquare); occupied {
		t.Error("there is a disc off the board")
	}
}

// Some things hold for every move of every game.
func TestPlayInvariants(t *testing.T) {
	passes, shortGames := 0, 0
	for seed := range uint64(200) {
		moves, positions := randomGame(seed)
		for i, move := range moves {
			p, next := positions[i], positions[i+1]
			mover, flips := p.ToMove, p.Flips(move)
			switch {
			case p.Over():
				t.Fatalf("game %d goes on after its end", seed)
			case flips.IsEmpty() || flips&^p.Discs(mover.Opponent()) != 0:
				t.Fatalf("%v flips %v", move, flips)
			case next.Black&next.White != 0:
				t.Fatalf("both sides are on %v", next.Black&next.White)
			case next.Discs(mover) != p.Discs(mover)|flips|SetOf(move):
				t.Fatalf("after %v, %v has %v", move, mover, next.Discs(mover))
			case next.Discs(mover.Opponent()) != p.Discs(mover.Opponent())&^flips:
				t.Fatalf("after %v, %v has %v", move, mover.Opponent(), next.Discs(mover.Opponent()))
			case next.Empties().Len() != p.Empties().Len()-1:
				t.Fatalf("after %v, %d squares are empty, before %d", move, next.Empties().Len(), p.Empties().Len())
			case next.ToMove == mover && !next.LegalFor(mover.Opponent()).IsEmpty():
				t.Fatalf("after %v, %v passes but can move", move, mover.Opponent())
			case next.Legal().IsEmpty() != next.Over():
				t.Fatalf("after %v, %v is to move but cannot", move, next.ToMove)
			}
			if next.ToMove == mover {
				passes++
			}
		}
		end := positions[len(moves)]
		if !end.Empties().IsEmpty() {
			shortGames++
		}
		if got, err := Replay(Start(), moves); err != nil || got != end {
			t.Fatalf("game %d replayed: %v, %v, want %v", seed, got, err, end)
		}
	}
	if passes == 0 || shortGames == 0 {
		t.Errorf("%d passes and %d games ending early: the games prove nothing about them", passes, shortGames)
	}
}

func TestPlayPasses(t *testing.T) {
	tests := []struct {
		name   string
		board  string
		move   string
		toMove Color
		over   bool
	}{
		{"the opponent can move", "-XO-XXO-" + rows(7), "d1", White, false},
		{"the opponent must pass", "XO-XXO--" + rows(7), "c1", Black, false},
		{"neither can move", "XO------" + rows(7), "c1", White, true},
		{"no square is left", "XO-XXXXX" + full(7), "c1", White, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			next, err := board(t, tt.board, Black).Play(square(t, tt.move))
			if err != nil || next.ToMove != tt.toMove || next.Over() != tt.over {
				t.Errorf("%v to move, over %v, error %v", next.ToMove, next.Over(), err)
			}
		})
	}
}

func TestPlayIllegal(t *testing.T) {
	for _, s := range []string{"a1", "c3", "e3", "e4", "d4"} { // far away, no line, White's, own, opposing
		next, err := Start().Play(square(t, s))
		var illegal *IllegalMoveError
		if !errors.As(err, &illegal) || *illegal != (IllegalMoveError{Black, square(t, s)}) {
			t.Errorf("%s: %v", s, err)
		}
		if next != Start() {
			t.Errorf("%s changed the position to %v", s, next)
		}
	}
	err := error(&IllegalMoveError{White, NoSquare})
	if got, want := err.Error(), "White may not play -"; got != want {
		t.Errorf("error: %q, want %q", got, want)
	}
}

// A bot answers many questions at once, so these functions must leave no work to the garbage
// collector.
func TestMovesDoNotAllocate(t *testing.T) {
	p := Start()
	d3 := square(t, "d3")
	allocs := testing.AllocsPerRun(100, func() {
		next, err := p.Play(d3)
		if err != nil || next.Legal().IsEmpty() || p.Flips(d3).IsEmpty() || p.Over() || !p.Check(Black, d3).Legal() {
			t.Fatal("d3 is not what it was")
		}
	})
	if allocs != 0 {
		t.Errorf("%v allocations", allocs)
	}
}
