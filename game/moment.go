package game

import (
	"math/bits"

	"othellobot/rules"
)

// Moment is one turn of a game with the position in it. A turn alone comes twice where
// a backup was restored and the game went on otherwise.
type Moment struct {
	Turn uint32
	Mark uint32 // of the position, at most 20 bits; 0 for any position
}

// Moment is the one in which the game stands.
func (g Game) Moment() Moment { return Moment{g.Turn, markOf(g.Position())} }

// In is nil if the game stands in that moment. Otherwise it is [ErrReplaced] if the
// turn is the same, else [ErrStale].
func (g Game) In(m Moment) error {
	switch {
	case g.Turn != m.Turn:
		return ErrStale
	case m.Mark != 0 && m.Mark != markOf(g.Position()):
		return ErrReplaced
	default:
		return nil
	}
}

// markOf is the mark of a position. Buttons carry it for as long as their messages
// stand, so it must never come out otherwise.
func markOf(p rules.Position) uint32 {
	const odd = 0x9e3779b97f4a7c15 // 2⁶⁴ divided by the golden ratio
	x := uint64(p.Black)*odd ^ bits.RotateLeft64(uint64(p.White)*odd, 32) ^ uint64(p.ToMove)
	x = (x ^ x>>32) * odd
	return max(1, uint32(x>>44))
}
