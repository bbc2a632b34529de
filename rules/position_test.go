package rules

import (
	"errors"
	"testing"
)

func TestStart(t *testing.T) {
	p := Start()
	const board = "---------------------------OX------XO---------------------------"
	if got := p.FormatBoard(); got != board || p.ToMove != Black {
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

func TestIllegalMoveError(t *testing.T) {
	_, err := Start().Play(square(t, "e3")) // White's move
	if got, want := err.Error(), "Black may not play e3"; got != want {
		t.Errorf("error: %q, want %q", got, want)
	}
}

// TestMovesDoNotAllocate checks that moves cause no garbage, because bots answer many questions concurrently.
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

func TestScore(t *testing.T) {
	for _, tt := range []struct {
		name         string
		board        string
		plain, final Score
		leader       Color
		led          bool
		text         string
	}{
		{"all Black's", full(8), Score{64, 0}, Score{64, 0}, Black, true, "64–0"},
		{"wiped out", "X-------" + rows(7), Score{1, 0}, Score{64, 0}, Black, true, "64–0"},
		{"Black gets the empties", "XXO-----" + rows(7), Score{2, 1}, Score{63, 1}, Black, true, "63–1"},
		{"White gets the empties", "XOO-----" + rows(7), Score{1, 2}, Score{1, 63}, White, true, "1–63"},
		{"equal discs share the empties", "XO------" + rows(7), Score{1, 1}, Score{32, 32}, Black, false, "32–32"},
		{"no disc", rows(8), Score{0, 0}, Score{32, 32}, Black, false, "32–32"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := board(t, tt.board, Black)
			if got := p.Score(); got != tt.plain {
				t.Errorf("plain: %v, want %v", got, tt.plain)
			}
			final := p.FinalScore()
			if final != tt.final || final.String() != tt.text {
				t.Errorf("final: %v, want %v", final, tt.final)
			}
			if final.Of(Black) != tt.final.Black || final.Of(White) != tt.final.White {
				t.Errorf("Of: %d and %d", final.Of(Black), final.Of(White))
			}
			for _, s := range []Score{p.Score(), final} { // the empty squares do not change the winner
				if leader, led := s.Leader(); leader != tt.leader || led != tt.led {
					t.Errorf("leader of %v: %v, %v", s, leader, led)
				}
			}
		})
	}
}

func TestMovesAgreeWithReference(t *testing.T) {
	t.Run("reachable", func(t *testing.T) {
		for _, p := range reachable(50) {
			agreeWithReference(t, p)
		}
	})
	t.Run("scattered", func(t *testing.T) {
		for _, p := range scattered(2000) {
			agreeWithReference(t, p)
		}
	})
}

func FuzzMovesAgreeWithReference(f *testing.F) {
	start := Start()
	f.Add(uint64(start.Black|start.White), uint64(start.White), true)
	f.Add(uint64(0), uint64(0), false)                     // no discs
	f.Add(^uint64(0), uint64(columnA), true)               // no empty square
	f.Add(^uint64(columnH), ^uint64(columnA), true)        // each row has six white discs next to a black one
	f.Add(^uint64(1), ^uint64(columnH|0xff<<56), true)     // three full lines meet at a1
	f.Add(uint64(0x81c3), uint64(0x0142), false)           // rows that would meet if they wrapped around
	f.Add(^uint64(1<<27), uint64(0x003e3636363e00), true)  // only d4 is empty
	f.Add(uint64(0x7e7e7e7e7e7e), uint64(0x7e7e7e), false) // a block of each colour
	f.Fuzz(func(t *testing.T, occupied, white uint64, blackToMove bool) {
		agreeWithReference(t, wellFormed(occupied, white, blackToMove))
	})
}

func agreeWithReference(t *testing.T, p Position) {
	t.Helper()
	r := newReference(p)
	for _, c := range []Color{Black, White} {
		if got, want := p.LegalFor(c), marked(r.legal(sideOf(c))); got != want {
			t.Errorf("%v may play %v, want %v", c, got, want)
		}
		for s := range NoSquare {
			agreeOnVerdict(t, p, r, c, s)
		}
	}
	if got, want := p.Legal(), marked(r.legal(r.mover)); got != want {
		t.Errorf("legal: %v, want %v", got, want)
	}
	if got, want := p.Over(), !r.canMove('X') && !r.canMove('O'); got != want {
		t.Errorf("over: %v, want %v", got, want)
	}
	for s := range NoSquare {
		agreeOnPlay(t, p, r, s)
	}
	for _, s := range []Square{NoSquare, NoSquare + 1, 255} {
		if next, err := p.Play(s); err == nil || next != p || p.Flips(s) != 0 {
			t.Errorf("square number %d can be played", s)
		}
	}
	if t.Failed() {
		t.Fatalf("in %s, %v to move", p.FormatBoard(), p.ToMove)
	}
}

func agreeOnPlay(t *testing.T, p Position, r *reference, s Square) {
	t.Helper()
	row, column := int(s)/8, int(s)%8
	flips := marked(r.flips(r.mover, row, column))
	if got := p.Flips(s); got != flips {
		t.Errorf("%v flips %v, want %v", s, got, flips)
	}
	got, err := p.Play(s)
	if !r.canPlay(r.mover, row, column) {
		var illegal *IllegalMoveError
		if !errors.As(err, &illegal) || *illegal != (IllegalMoveError{p.ToMove, s}) || got != p {
			t.Errorf("illegal %v gives %v and the error %v", s, got, err)
		}
		return
	}
	after := *r
	after.play(row, column)
	if want := after.position(); err != nil || got != want {
		t.Errorf("after %v: %v and the error %v, want %v", s, got, err, want)
	}
}

func agreeOnVerdict(t *testing.T, p Position, r *reference, c Color, s Square) {
	t.Helper()
	row, column := int(s)/8, int(s)%8
	side, cell := sideOf(c), r.cells[row][column]
	v := p.Check(c, s)
	want := Verdict{
		Color: c, Square: s, Occupied: cell != '-',
		Flips: marked(r.flips(side, row, column)),
	}
	if cell == 'O' {
		want.Disc = White
	}
	for i, d := range compass {
		run, end := r.walk(side, row, column, d.down, d.right)
		ray := Ray{Direction: Direction(i), EndSquare: Square(8*(row+(run+1)*d.down) + column + (run+1)*d.right)}
		for n := 1; n <= run; n++ {
			ray.Run |= 1 << (8*(row+n*d.down) + column + n*d.right)
		}
		switch end {
		case '#':
			ray.End, ray.EndSquare = EndEdge, NoSquare
		case '-':
			ray.End = EndEmpty
		default:
			ray.End = EndOwn
		}
		want.Rays[i] = ray
		if got := v.Rays[i].Closed(); got != (run > 0 && end == side) {
			t.Errorf("%v on %v, %v: closed is %v", c, s, ray.Direction, got)
		}
	}
	if v != want {
		t.Errorf("Check(%v, %v) = %+v, want %+v", c, s, v, want)
	}
	if got := v.Legal(); got != r.canPlay(side, row, column) {
		t.Errorf("%v on %v: legal is %v", c, s, got)
	}
}
