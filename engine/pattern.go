package engine

import (
	"slices"

	"othellobot/rules"
)

// A pattern is a set of squares whose discs are evaluated together, as in Michael
// Buro's Logistello (https://skatgame.net/mburo/ps/improve.pdf). What it holds
// is one number, its index, with a digit in base 3 for every square. Each
// pattern is laid on the board in all its turned and mirrored forms, which share
// their weights.
type pattern struct {
	name    string
	squares string // the form that lies at a1, the lowest digit first
	forms   int    // how many there are
}

// patterns are all of them. Their forms fill the lanes of [features] in order.
var patterns = [...]pattern{
	{"corner 3×3", "a1 b1 a2 b2 c1 a3 c2 b3 c3", 4},
	{"corner 2×5", "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2", 8},
	{"corner and both edges", "a1 b1 c1 d1 e1 a2 a3 a4 a5 b2", 4},
	{"edge and X-squares", "b2 a1 b1 c1 d1 e1 f1 g1 h1 g2", 4},
	{"second row", "a2 b2 c2 d2 e2 f2 g2 h2", 4},
	{"third row", "a3 b3 c3 d3 e3 f3 g3 h3", 4},
	{"fourth row", "a4 b4 c4 d4 e4 f4 g4 h4", 4},
	{"diagonal of 7", "a2 b3 c4 d5 e6 f7 g8", 4},
	{"diagonal of 6", "a3 b4 c5 d6 e7 f8", 4},
	{"diagonal of 5", "a4 b5 c6 d7 e8", 4},
	{"diagonal of 8", "a1 b2 c3 d4 e5 f6 g7 h8", 2},
}

// Forms lie in lanes of 16 bits, four to a word: 3^10 just fits.
const (
	laneBits     = 16
	featureWords = 12
	featureLanes = 4 * featureWords
	usedLanes    = featureLanes - 2 // the last two stay empty
)

// features are the indices of all forms on one board, seen by the side to move:
// digits are 0 for its own discs, 1 for empty squares, 2 for the opponent's. All
// lanes of a word are added to at once; no carry is left between them in the
// end, because every index fits its lane.
type features [featureWords]uint64

// layout says which digit each square is in each form.
type layout struct {
	weight  [64]features      // what a square's digit counts for in each lane
	highest features          // all digits 2
	pattern [featureLanes]int // which of patterns a lane belongs to
	squares [featureLanes][]rules.Square
}

// lanes is the layout of the patterns.
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

// formsOf is the squares of the different forms of a pattern, in one order of
// digits.
func formsOf(p pattern) (forms [][]rules.Square) {
	var seen []rules.Bitboard
	base := squaresOf(p.squares)
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

func squaresOf(names string) (squares []rules.Square) {
	for i := 0; i < len(names); i += 3 {
		squares = append(squares, rules.SquareAt(int(names[i]-'a'), int(names[i+1]-'1')))
	}
	return squares
}

// featuresOf finds the features of a board from scratch.
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

// after sets f to the features of from after a move on s that turns over the discs
// given, seen by the opponent: the digits 2 of the discs and the 1 of the square
// become 0, and then all digits d become 2-d. It is written out because most of
// the time of a search in the middle of the game is spent here.
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

// doubled holds twice the weights of each square.
var doubled = makeDoubled()

func makeDoubled() (all [64]features) {
	for s := range all {
		all[s].add(&lanes.weight[s], 2)
	}
	return all
}

// pass is the features seen by the other side.
func (f *features) pass() (next features) {
	for i := range next {
		next[i] = lanes.highest[i] - f[i]
	}
	return next
}

// lane is the index of one form.
func (f *features) lane(n int) int { return int(f[n/4] >> (n % 4 * laneBits) & (1<<laneBits - 1)) }
