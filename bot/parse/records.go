package parse

import (
	"fmt"
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

// Records reads moves and boards as they are typed, and as the bot says them in any language.
func (g *Grammar) Records() *record.Reader { return g.records() }

// newRecords makes a reader that knows what sides and passes are called, and how boards are
// drawn and put into words.
func newRecords(w *words.Catalog) *record.Reader {
	r := &record.Reader{Sides: make(map[string]rules.Color), Passes: make(map[string]bool), Symbols: render.Plain}
	for word, values := range Values(w) {
		for _, value := range values {
			if color, ok := ColorNamed(value); ok {
				r.Sides[strings.ToLower(Clean(word))] = color
			}
		}
	}
	for phrase, meant := range w.Verbs() {
		if meant == "move pass" {
			r.Passes[strings.ToLower(Clean(phrase))] = true
		}
	}
	var forms, turns []string
	for _, tag := range w.Tags() {
		l, _ := w.Named(tag) // there is one
		for _, said := range boardsInWords() {
			forms = append(forms, inWords(l.Text(said...).String(), len(forms)))
		}
		turns = append(turns, turnWords(l)...)
	}
	if len(forms) > 0 {
		r.Discs, r.Turns = regexp.MustCompile(strings.Join(forms, "|")), regexp.MustCompile(strings.Join(turns, "|"))
	}
	return r
}

// turnWords matches the longest words of the sentences that say whose turn it is.
func turnWords(l *words.Language) (matching []string) {
	for _, m := range []words.Message{words.ColorToMove{}, words.BoardCopy{}, words.SpokenColor{Moves: words.Any(exampleBlack)}} {
		said, _, _ := strings.Cut(strings.ToLower(Clean(l.Text(m).String())), "。")
		said, _, _ = strings.Cut(said, ",") // Clean has made the wide one plain
		name := strings.ToLower(Clean(l.String(words.Black{})))
		fields := strings.FieldsFunc(strings.NewReplacer(name, " ", "a7", " ").Replace(said), func(r rune) bool { return !unicode.In(r, unicode.Letter, unicode.Mark) })
		if strings.HasPrefix(strings.TrimSpace(said), name) {
			slices.Reverse(fields) // of two that are as long, the one farther from the name
		}
		if len(fields) == 0 {
			continue
		}
		longest := slices.MaxFunc(fields, func(a, b string) int { return len(a) - len(b) })
		if longest[0] < utf8.RuneSelf {
			longest = "^" + longest + "$" // else no spaces part it
		}
		matching = append(matching, longest)
	}
	return matching
}

// exampleBlack and exampleWhite are the discs in the examples of [boardsInWords], and exampleRow
// is their row.
const (
	exampleBlack rules.Bitboard = 1 << 48 // a7
	exampleWhite rules.Bitboard = 1 << 55 // h7
	exampleRow                  = 7
)

// boardsInWords lists how the bot puts a board into words, as a whole and by rows, the longer forms first.
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

// squaresListed matches squares as a sentence of any language lists them.
const squaresListed = `[a-h][1-8](?:[^\d\n.:。;()]{1,8}?[a-h][1-8])*`

// inWords makes an expression that matches a text like the example, with any squares.
func inWords(example string, n int) string {
	text := strings.TrimRight(strings.ToLower(Clean(example)), ".。")
	text = strings.NewReplacer(
		"a7", fmt.Sprintf("(?P<black%d>%s)", n, squaresListed), "h7", fmt.Sprintf("(?P<white%d>%s)", n, squaresListed),
		"7", "[1-8]", " ", `\s+`,
	).Replace(regexp.QuoteMeta(text))
	return text
}
