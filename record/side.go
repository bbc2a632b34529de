package record

import (
	"strings"

	"othellobot/rules"
)

// english are the names of the sides that programs write, which a zero [Reader] knows.
var english = map[string]rules.Color{"black": rules.Black, "white": rules.White, "dark": rules.Black, "light": rules.White}

// discs are the sides by their discs, which count beside a board only.
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

// sideIn is the side that a text names, by its disc too if the text stands beside a board,
// and false unless there is exactly one.
func (r *Reader) sideIn(text string, beside bool) (side rules.Color, ok bool) {
	var named [2]bool
	for _, word := range strings.FieldsFunc(text, betweenWords) {
		if side, ok := r.sideNamed(word); ok {
			named[side] = true
		}
		for name, side := range r.Sides { // within words, where no spaces part them
			if name[0] >= 0x80 && strings.Contains(word, name) {
				named[side] = true
			}
		}
	}
	if beside && named == [2]bool{} {
		for _, word := range strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune(" \t;,:.()[]'’", c) }) {
			if side, ok := discs[word]; ok {
				named[side] = true
			}
		}
	}
	return map[bool]rules.Color{true: rules.White}[named[rules.White]], named[rules.Black] != named[rules.White]
}
