package parse

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"othellobot/record"
	"othellobot/render"
	"othellobot/rules"
	"othellobot/words"
)

// Records returns a reader of moves and boards. It understands what users type and what the bot writes
// in any language.
func (g *Grammar) Records() *record.Reader { return g.records() }

func newRecords(w *words.Catalog) *record.Reader {
	r := &record.Reader{Sides: make(map[string]rules.Color), Passes: make(map[string]bool), Turns: make(map[string]bool)}
	symbols := render.PlainReplacements()
	named := Values(w)
	for _, word := range slices.Sorted(maps.Keys(named)) {
		for _, value := range named[word] {
			color, ok := colorNamed(value)
			if ok && word[0] >= utf8.RuneSelf { // many of these scripts put no spaces between words
				symbols = append(symbols, Clean(word), " "+color.String()+" ")
			} else if ok {
				r.Sides[strings.ToLower(word)] = color
			}
		}
	}
	r.Symbols = strings.NewReplacer(symbols...)
	for phrase, meant := range w.Verbs() {
		if meant == "move pass" {
			r.Passes[strings.ToLower(Clean(phrase))] = true
		}
	}
	var forms []string
	for _, tag := range w.Tags() {
		l, _ := w.Named(tag)
		plain := func(m ...words.Message) string {
			return strings.ToLower(r.Symbols.Replace(Clean(l.Text(m...).String())))
		}
		for _, said := range boardsInWords() {
			forms = append(forms, descriptionPattern(plain(said...), len(forms)))
		}
		moves := words.Any(exampleBlack | exampleWhite)
		for _, m := range []words.Message{words.ColorToMove{}, words.BoardCopy{}, words.SpokenColor{Moves: moves}} {
			for word := range strings.FieldsFuncSeq(plain(m), func(c rune) bool { return !unicode.In(c, unicode.Letter, unicode.Mark) }) {
				r.Turns[word] = true
			}
		}
	}
	if len(forms) > 0 {
		r.Discs = regexp.MustCompile(strings.Join(forms, "|"))
	}
	return r
}

// The squares and the row in the examples of [boardsInWords].
const (
	exampleBlack rules.Bitboard = 1 << 48 // a7
	exampleWhite rules.Bitboard = 1 << 55 // h7
	exampleRow                  = 7
)

// boardsInWords returns one example of each way in which the bot describes a board or a row. Longer
// descriptions come first.
func boardsInWords() [][]words.Message {
	black, white := words.All(exampleBlack), words.All(exampleWhite)
	return [][]words.Message{
		{words.SpokenBlack{Squares: black}, words.SpokenWhite{Squares: white}},
		{words.SpokenBlack{Squares: black}, words.SpokenNoWhite{}},
		{words.SpokenNoBlack{}, words.SpokenWhite{Squares: white}},
		{words.RowBoth{Row: exampleRow, Black: black, White: white}},
		{words.RowBlack{Row: exampleRow, Black: black}},
		{words.RowWhite{Row: exampleRow, White: white}},
	}
}

const squaresListed = `[a-h][1-8](?:[^\d\n.:。;()]{1,8}?[a-h][1-8])*`

// descriptionPattern returns a regular expression that matches a text like the example, with any
// squares. Its groups are named black and white, followed by the number n.
func descriptionPattern(example string, n int) string {
	return strings.NewReplacer(
		"a7", fmt.Sprintf("(?P<black%d>%s)", n, squaresListed), "h7", fmt.Sprintf("(?P<white%d>%s)", n, squaresListed),
		"7", "[1-8]", " ", `\s+`,
	).Replace(regexp.QuoteMeta(strings.TrimRight(example, ".。 ")))
}
