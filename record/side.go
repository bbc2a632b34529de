package record

import (
	"regexp"
	"strings"

	"othellobot/rules"
)

// english maps the names that programs write to sides, turns matches the words that announce a
// turn, and small holds the words that can stand around them. A zero [Reader] knows them all.
var (
	english = map[string]rules.Color{"black": rules.Black, "white": rules.White, "dark": rules.Black, "light": rules.White}
	turns   = regexp.MustCompile(`^(?:move|play|turn|next)$`)
	small   = map[string]bool{"to": true, "is": true, "i": true, "it": true, "": true, "the": true, "side": true, "and": true, "win": true}
)

// discs are the sides by their discs.
var discs = map[string]rules.Color{
	"x": rules.Black, "b": rules.Black, "*": rules.Black, "#": rules.Black,
	"o": rules.White, "w": rules.White, "0": rules.White,
}

// sideNamed is the side that a word names, and false if it names none.
func (r *Reader) sideNamed(word string) (rules.Color, bool) {
	if side, ok := english[word]; ok {
		return side, true
	}
	side, ok := r.Sides[word]
	return side, ok
}

// sidesIn returns the sides that a sentence names, whether it says whose turn it is, and whether
// it is nothing but a side. Discs count only where no other words stand.
func (r *Reader) sidesIn(sentence string) (named [2]bool, turn, bare bool) {
	var drawn [2]bool
	bare = true
	for _, word := range strings.FieldsFunc(sentence, func(c rune) bool { return betweenWords(c) && c != '*' && c != '#' }) {
		says := turns.MatchString(word) || r.Turns != nil && r.Turns.MatchString(word)
		side, ok := r.sideNamed(word)
		if !ok { // "White's" without its apostrophe
			word = strings.TrimSuffix(word, "s")
			side, ok = r.sideNamed(word)
		}
		for name, other := range r.Sides { // within words, where no spaces part them
			if !ok && name[0] >= 0x80 && strings.Contains(word, name) {
				side, ok = other, true
			}
		}
		disc, isDisc := discs[word]
		named[side] = named[side] || ok
		drawn[disc] = drawn[disc] || isDisc
		turn, bare = turn || says, bare && (ok || says || isDisc || small[word])
	}
	if bare && named == [2]bool{} {
		named = drawn
	}
	return named, turn, bare
}

// discBehind matches a disc behind a board.
var discBehind = regexp.MustCompile(`^[\s|>;,:"()\]]*([xobw*#0])(?:[^\pL\pN]|$)`)

var sentences = regexp.MustCompile(`[.。!?;\n]`)

// side returns the side to move. The text names it, or the line next to the board does. Otherwise
// the squares marked or listed as playable decide. Otherwise the rules do, if only one side can
// move.
func (b *board) side() (rules.Color, bool) {
	if disc := discBehind.FindStringSubmatch(b.behind); disc != nil {
		return discs[disc[1]], true
	}
	var saying [2]bool
	for _, sentence := range sentences.Split(b.rest, -1) { // such as "White to move"
		if named, turn, _ := b.reader.sidesIn(sentence); turn && named[0] != named[1] {
			saying[0], saying[1] = saying[0] || named[0], saying[1] || named[1]
		}
	}
	if side, ok := only(saying); ok {
		return side, true
	}
	for _, line := range b.beside {
		if saying != [2]bool{} {
			break // both: "White has no move. Black to move."
		}
		for _, sentence := range sentences.Split(line, -1) {
			named, _, bare := b.reader.sidesIn(sentence)
			if side, ok := only(named); ok && bare {
				return side, true
			}
		}
	}
	if side, ok := b.mover(b.marked); ok {
		return side, true
	}
	for _, list := range listed(b.reader.items(b.rest, message)) {
		if side, ok := b.mover(setOf(list)); ok {
			return side, true
		}
	}
	black, white := b.position.LegalFor(rules.Black), b.position.LegalFor(rules.White)
	return only([2]bool{rules.Black: !black.IsEmpty() || white.IsEmpty(), rules.White: !white.IsEmpty()})
}

// only returns the side that holds alone.
func only(sides [2]bool) (rules.Color, bool) {
	if sides[rules.White] {
		return rules.White, !sides[rules.Black]
	}
	return rules.Black, sides[rules.Black]
}

// mover is the side that can play just these squares, and false unless there is one.
func (b *board) mover(squares rules.Bitboard) (rules.Color, bool) {
	return only([2]bool{squares == b.position.LegalFor(rules.Black), squares == b.position.LegalFor(rules.White)})
}

// listed returns the lists of squares in a text, with a word between squares at most.
func listed(list []item) (found [][]rules.Square) {
	var now []rules.Square
	words := 0
	for _, i := range append(list, item{kind: isSide}) {
		switch {
		case i.kind == isMove:
			now, words = append(now, i.square), 0
		case i.kind == isWord && words == 0 && len(now) > 0: // "and"
			words++
		case len(now) > 0:
			found, now, words = append(found, now), nil, 0
		}
	}
	return found
}
