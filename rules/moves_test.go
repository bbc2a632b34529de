package rules

import (
	"errors"
	"testing"
)

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
	f.Add(^uint64(columnH), ^uint64(columnA), true)        // every row from one edge to the other
	f.Add(^uint64(1), ^uint64(columnH|0xff<<56), true)     // three full lines meet at a1
	f.Add(uint64(0x81c3), uint64(0x0142), false)           // rows that touch only across the edge
	f.Add(^uint64(1<<27), uint64(0x003e3636363e00), true)  // around d4
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
