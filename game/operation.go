package game

import (
	"cmp"
	"math/bits"
	"strconv"
	"time"

	"othellobot/rules"
)

// Operation is a player's change of a game at a given time. It returns the changed game and the events,
// or the game unchanged and an error. It may be called several times. Most operations also fail with
// [ErrNotStarted] or [ErrOver] if the game is not running. Many methods of [Game] are operations:
//
//	Proposal{Game: id, By: ana, Now: now, Operation: game.Game.Resign}
type Operation func(g Game, by Player, now time.Time) (Game, []Event, error)

// In limits the operation to one moment of the game. At other moments it fails as [Game.In] does.
func (o Operation) In(at Moment) Operation {
	return func(g Game, by Player, now time.Time) (Game, []Event, error) {
		if err := g.In(at); err != nil {
			return g, nil, err
		}
		return o(g, by, now)
	}
}

// Moment identifies a turn and its position, because a restored backup can reach the turn by other moves.
type Moment struct {
	Turn uint32
	Mark uint16 // hash of the position, with as many bits as the game's ID has letters
}

// Moment returns the current moment of the game.
func (g Game) Moment() Moment { return Moment{g.Turn, g.mark()} }

// In returns nil if the game is at that moment, [ErrOtherPosition] if only the position differs, and
// otherwise [ErrStale].
func (g Game) In(m Moment) error {
	return cmp.Or(errIf(g.Turn != m.Turn, ErrStale), errIf(m.Mark != g.mark(), ErrOtherPosition))
}

// mark returns a hash of the position, which [ID.AppendMarked] writes in the case of the ID's letters. It is 0
// if the ID has no letters. The calculation must never
// change, because buttons in old messages contain marks.
func (g Game) mark() uint16 {
	letters := 0
	for _, c := range []byte(g.ID.String()) {
		if isLetter(c) {
			letters++
		}
	}
	highest := uint64(1)<<letters - 1
	if highest == 0 {
		return 0
	}
	return uint16(1 + hash(g.Position())%highest)
}

func hash(p rules.Position) uint64 {
	const odd = 0x9e3779b97f4a7c15 // 2⁶⁴ divided by the golden ratio
	x := uint64(p.Black)*odd ^ bits.RotateLeft64(uint64(p.White)*odd, 32) ^ uint64(p.ToMove)
	x = (x ^ x>>32) * odd
	return x >> 32
}

// AppendMarked appends the ID as [ID.String] does, with a letter in upper case for each bit set in the mark.
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

// PostMark returns a mark that distinguishes the message with this number from most others of its slot. It is
// 0, which matches any message, if post is 0.
func PostMark(post uint32) uint8 {
	const marks = 7 // a mark of n takes n bytes of a control
	if post == 0 {
		return 0
	}
	return uint8(1 + post%marks)
}

// ParseMarked reads the output of [ID.AppendMarked].
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
