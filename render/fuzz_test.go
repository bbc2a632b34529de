package render

import "testing"

// FuzzDrawings draws any well-formed position in every form that can be read back.
func FuzzDrawings(f *testing.F) {
	for _, v := range []View{{}, startView(), midgameView(f)} {
		p := v.Position
		f.Add(uint64(p.Black), uint64(p.White), uint64(v.Hints), uint64(v.Flipped), uint8(v.Last), p.ToMove == 1)
	}
	f.Add(^uint64(0), uint64(0), ^uint64(0), ^uint64(0), uint8(255), true)
	f.Fuzz(func(t *testing.T, black, white, hints, flipped uint64, last uint8, whiteToMove bool) {
		v := viewOf(black, white, hints, flipped, last, whiteToMove)
		checkGrids(t, v)
		checkText(t, v)
	})
}
