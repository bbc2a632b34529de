package engine

import (
	"slices"

	"othellobot/rules"
)

// pattern is a set of squares whose discs are evaluated together, as in Michael Buro's
// Logistello (https://skatgame.net/mburo/ps/improve.pdf). Its index has a base-3 digit for each
// square. The rotations and reflections of a pattern are its forms. They share their weights.
type pattern struct {
	name    string
	squares string // of one form, the lowest digit first
}

// patterns lists all patterns. Their forms fill the lanes of [features] in this order.
var patterns = [...]pattern{
	{"corner 3×3", "a1 b1 a2 b2 c1 a3 c2 b3 c3"},
	{"corner 2×5", "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2"},
	{"corner and both edges", "a1 b1 c1 d1 e1 a2 a3 a4 a5 b2"},
	{"edge and X-squares", "b2 a1 b1 c1 d1 e1 f1 g1 h1 g2"},
	{"second row", "a2 b2 c2 d2 e2 f2 g2 h2"},
	{"third row", "a3 b3 c3 d3 e3 f3 g3 h3"},
	{"fourth row", "a4 b4 c4 d4 e4 f4 g4 h4"},
	{"diagonal of 7", "a2 b3 c4 d5 e6 f7 g8"},
	{"diagonal of 6", "a3 b4 c5 d6 e7 f8"},
	{"diagonal of 5", "a4 b5 c6 d7 e8"},
	{"diagonal of 8", "a1 b2 c3 d4 e5 f6 g7 h8"},
}

// Each form has a lane of 16 bits, four to a word. 3^10 just fits.
const (
	laneBits     = 16
	featureWords = 12
	featureLanes = 4 * featureWords
	usedLanes    = featureLanes - 2 // the last two stay empty
)

// features holds the indices of all forms on one board, from the view of the side to move. Digit 0
// is an own disc, 1 an empty square, 2 a disc of the opponent. Every index fits its lane, so one
// addition can change all lanes of a word.
type features [featureWords]uint64

type layout struct {
	weight  [64]features      // value of a square's digit in each lane
	highest features          // the features with every digit 2
	pattern [featureLanes]int // index in patterns, by lane
	squares [featureLanes][]rules.Square
}

var lanes = makeLayout()

func makeLayout() *layout {
	l := new(layout)
	lane := 0
	for i, p := range patterns {
		for _, form := range formsOf(p) {
			l.pattern[lane] = i
			l.squares[lane] = form
			power := uint64(1)
			for _, s := range form {
				l.weight[s][lane/4] += power << (lane % 4 * laneBits)
				l.highest[lane/4] += 2 * power << (lane % 4 * laneBits)
				power *= 3
			}
			lane++
		}
	}
	return l
}

// formsOf returns the squares of each different form of p, all in the same order of digits.
func formsOf(p pattern) (forms [][]rules.Square) {
	var seen []rules.Bitboard
	base := p.base()
	for turn := range rules.Symmetries {
		form := make([]rules.Square, len(base))
		for i, s := range base {
			form[i] = turn.Square(s)
		}
		if set := rules.SetOf(form...); !slices.Contains(seen, set) {
			seen = append(seen, set)
			forms = append(forms, form)
		}
	}
	return forms
}

func (p pattern) base() []rules.Square {
	squares, _ := rules.ParseTranscript(p.squares) // it is valid
	return squares
}

func featuresOf(b board) (f features) {
	for set := b.empties(); set != 0; set &= set - 1 {
		f.add(&lanes.weight[set.First()&63], 1)
	}
	for set := b.opp; set != 0; set &= set - 1 {
		f.add(&lanes.weight[set.First()&63], 2)
	}
	return f
}

func (f *features) add(weight *features, times uint64) {
	for i := range f {
		f[i] += times * weight[i]
	}
}

// after sets f to the result of a move on s that turns over flipped, in the view of the opponent. The
// 2 of each turned disc and the 1 of s become 0; then each digit d becomes 2-d. The loop is
// unrolled because a midgame search without vectors spends much of its time here.
func (f *features) after(from *features, s rules.Square, flipped rules.Bitboard) {
	gone := &lanes.weight[s&63]
	w0, w1, w2 := gone[0], gone[1], gone[2]
	w3, w4, w5 := gone[3], gone[4], gone[5]
	w6, w7, w8 := gone[6], gone[7], gone[8]
	w9, w10, w11 := gone[9], gone[10], gone[11]
	for ; flipped != 0; flipped &= flipped - 1 {
		turned := &doubled[flipped.First()&63]
		w0, w1, w2 = w0+turned[0], w1+turned[1], w2+turned[2]
		w3, w4, w5 = w3+turned[3], w4+turned[4], w5+turned[5]
		w6, w7, w8 = w6+turned[6], w7+turned[7], w8+turned[8]
		w9, w10, w11 = w9+turned[9], w10+turned[10], w11+turned[11]
	}
	highest := &lanes.highest
	f[0], f[1], f[2] = highest[0]-from[0]+w0, highest[1]-from[1]+w1, highest[2]-from[2]+w2
	f[3], f[4], f[5] = highest[3]-from[3]+w3, highest[4]-from[4]+w4, highest[5]-from[5]+w5
	f[6], f[7], f[8] = highest[6]-from[6]+w6, highest[7]-from[7]+w7, highest[8]-from[8]+w8
	f[9], f[10], f[11] = highest[9]-from[9]+w9, highest[10]-from[10]+w10, highest[11]-from[11]+w11
}

// doubled holds twice the lane values of each square.
var doubled = bySquare(func(s rules.Square) (f features) {
	f.add(&lanes.weight[s], 2)
	return f
})

func (f *features) pass() (next features) {
	for i := range next {
		next[i] = lanes.highest[i] - f[i]
	}
	return next
}

// lane returns the index of form n.
func (f *features) lane(n int) int { return int(f[n/4] >> (n % 4 * laneBits) & (1<<laneBits - 1)) }

// Offsets of the weights of traits, which complement the patterns: the moves of each side, the
// discs next to empty squares, and the quarters with an odd number of empty squares. Each value of
// a trait has its own weight.
const (
	ownMovesAt      = 0
	theirMovesAt    = ownMovesAt + movesCounted
	ownFrontierAt   = theirMovesAt + movesCounted
	theirFrontierAt = ownFrontierAt + discsCounted
	oddAt           = theirFrontierAt + discsCounted
	traitWeights    = oddAt + 1<<len(quarters)

	movesCounted = 32 // from 0; more than 31 moves count as 31
	discsCounted = 64 // from 0; a board with an empty square never has 64
)

// traitsOf returns the offsets of a board's trait weights from traitsAt. moves and theirs are the
// legal moves of the two sides. Five results are faster than an array, because they stay in registers.
func traitsOf(b board, moves, theirs rules.Bitboard) (ownMoves, theirMoves, ownFrontier, theirFrontier, odd int) {
	empties := b.empties()
	beside := neighbours(empties)
	return ownMovesAt + min(moves.Len(), movesCounted-1),
		theirMovesAt + min(theirs.Len(), movesCounted-1),
		ownFrontierAt + (b.own&beside).Len()&(discsCounted-1),
		theirFrontierAt + (b.opp&beside).Len()&(discsCounted-1),
		oddAt + oddness(empties)
}

// oddness returns a bit for each quarter with an odd number of empty squares. It adds
// squares without carry, first four in a row and then four rows.
func oddness(empties rules.Bitboard) int {
	sum := empties ^ empties>>1
	sum ^= sum >> 2
	sum ^= sum >> 8
	sum ^= sum >> 16
	return int(sum&1 | sum>>3&2 | sum>>30&4 | sum>>33&8)
}

// canonicalOddness returns the lowest oddness of all rotations and reflections of a board.
func canonicalOddness(odd int) int {
	lowest := odd
	for turn := range rules.Symmetries {
		var empties rules.Bitboard
		for i, quarter := range quarters {
			if odd>>i&1 == 1 {
				empties |= rules.SetOf(turn.Square(quarter.First()))
			}
		}
		lowest = min(lowest, oddness(empties))
	}
	return lowest
}
