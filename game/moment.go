package game

import (
	"math/bits"
	"strconv"

	"othellobot/rules"
)

// Moment is one turn of a game with the position in it. A turn alone comes twice where
// a backup was restored and the game went on otherwise.
type Moment struct {
	Turn uint32
	Mark uint16 // of the position, as many bits as the game's id has letters
}

// Moment is the one in which the game stands.
func (g Game) Moment() Moment { return Moment{g.Turn, g.mark()} }

// In is nil if the game stands in that moment. Otherwise it is [ErrReplaced] if the
// turn is the same, else [ErrStale].
func (g Game) In(m Moment) error {
	switch {
	case g.Turn != m.Turn:
		return ErrStale
	case m.Mark != g.mark():
		return ErrReplaced
	default:
		return nil
	}
}

// mark is that of the position, from 1 on. Buttons carry it for as long as their
// messages stand, so it must never come out otherwise.
func (g Game) mark() uint16 {
	letters := 0
	for _, c := range []byte(g.ID.String()) {
		if isLetter(c) {
			letters++
		}
	}
	highest := uint64(1)<<letters - 1
	if highest == 0 {
		return 0 // there is no letter to carry it
	}
	return uint16(1 + hash(g.Position())%highest)
}

// hash is a number of 32 bits.
func hash(p rules.Position) uint64 {
	const odd = 0x9e3779b97f4a7c15 // 2⁶⁴ divided by the golden ratio
	x := uint64(p.Black)*odd ^ bits.RotateLeft64(uint64(p.White)*odd, 32) ^ uint64(p.ToMove)
	x = (x ^ x>>32) * odd
	return x >> 32
}

// AppendMarked appends the id as [ID.String] writes it, with a mark: its first letter
// is in upper case if the lowest bit is set, and so on.
func (id ID) AppendMarked(text []byte, mark uint16) []byte {
	start := len(text)
	text = strconv.AppendUint(text, uint64(id), 36)
	for i, c := range text[start:] {
		if isLetter(c) {
			text[start+i] -= byte(mark&1) * ('a' - 'A')
			mark >>= 1
		}
	}
	return text
}

// PostMark tells a board from those that the slot held shortly before in the same turn,
// by the number of its message. It is 0 if that is, which is any message.
func PostMark(post uint32) uint8 {
	const marks = 7 // each is as many bytes in every control
	if post == 0 {
		return 0
	}
	return uint8(1 + post%marks)
}

// ParseMarked reads what [ID.AppendMarked] wrote.
func ParseMarked(text string) (ID, uint16, error) {
	id, err := ParseID(text)
	if err != nil {
		return 0, 0, err
	}
	mark, bit := uint16(0), uint16(1)
	for i := range len(text) {
		if !isLetter(text[i]) {
			continue
		}
		if text[i] < 'a' {
			mark |= bit
		}
		bit <<= 1
	}
	return id, mark, nil
}

func isLetter(c byte) bool { return c|0x20 >= 'a' }
