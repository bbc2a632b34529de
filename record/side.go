package record

import (
	"regexp"
	"strings"

	"othellobot/rules"
)

// Words and signs that every [Reader] knows, nearly all of them English.
var (
	english = map[string]rules.Color{"black": rules.Black, "white": rules.White, "dark": rules.Black, "light": rules.White}
	discs   = map[string]rules.Color{"x": rules.Black, "b": rules.Black, "o": rules.White, "w": rules.White}
	passes  = map[string]bool{"pass": true, "passes": true, "pa": true, "ps": true}
	turns   = map[string]bool{
		"to": true, "move": true, "play": true, "turn": true, "next": true, "player": true, "is": true, "it": true, "s": true, "side": true, "and": true, "win": true, "次は": true,
	}
)

func (r *Reader) sideNamed(word string) (rules.Color, bool) {
	if side, ok := english[word]; ok {
		return side, true
	}
	side, ok := r.Sides[word]
	return side, ok
}

var sentences = regexp.MustCompile(`[.。!;\n]`)

// side returns the side to move. A sentence that names it decides first, then the squares
// marked or listed as playable, then the rules if only one side can move.
func (r *Reader) side(b *board) (rules.Color, bool) {
	var said, marked [2]bool
	legal := [2]rules.Bitboard{b.position.LegalFor(rules.Black), b.position.LegalFor(rules.White)}
	mark := func(squares rules.Bitboard) {
		for side := range legal {
			marked[side] = marked[side] || squares == legal[side] && legal[0] != legal[1] && squares != 0
		}
	}
	for _, sentence := range sentences.Split(b.rest, -1) {
		items := r.items(sentence)
		mark(rules.SetOf(squares(items)...))
		if side, ok := r.turn(items); ok {
			said[side] = true
		}
	}
	if b.empty[0] != 0 && b.empty[1] != 0 {
		mark(b.empty[0])
		mark(b.empty[1])
	}
	can := [2]bool{!legal[0].IsEmpty(), !legal[1].IsEmpty()}
	for _, sides := range [][2]bool{said, marked, can} {
		if sides[rules.Black] != sides[rules.White] {
			if sides[rules.White] {
				return rules.White, true
			}
			return rules.Black, true
		}
	}
	return rules.Black, can == [2]bool{} // the game is over
}

// turn returns the side that a sentence names as the side to move. The sentence may hold only
// names of sides, discs, turn words, squares and numbers.
func (r *Reader) turn(sentence []item) (side rules.Color, ok bool) {
	var named, drawn [2]bool
	says, lists := false, false
	for _, i := range sentence {
		word := strings.TrimSuffix(i.text, "s") // as in "Whites turn", without the apostrophe
		disc, isDisc := discs[word]
		switch {
		case i.kind == isSide:
			named[i.side] = true
		case isDisc:
			drawn[disc] = true
		case i.kind == isMove, i.kind == isNumber:
			lists = true
		case turns[i.text] || r.Turns[i.text]:
			says = true
		default:
			if side, ok = r.sideNamed(word); !ok {
				return side, false
			}
			named[side] = true
		}
	}
	if named == [2]bool{} { // otherwise the letter of a disc may be a word, as in Italian
		named = drawn
	}
	if named[rules.White] {
		side = rules.White
	}
	return side, named[rules.Black] != named[rules.White] && (says || !lists)
}
