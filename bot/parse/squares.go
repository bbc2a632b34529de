package parse

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"othellobot/chat"
	"othellobot/record"
	"othellobot/render"
	"othellobot/rules"
	"othellobot/words"
)

// parseMoves parses squares, with the letter or the digit first. It ignores [betweenMoves].
func parseMoves(text string) (moves []rules.Square, ok bool) {
	plain := strings.Map(func(r rune) rune {
		if strings.ContainsRune(betweenMoves, r) {
			return -1
		}
		return r
	}, text)
	if plain != "" && '1' <= plain[0] && plain[0] <= '8' {
		swapped := []byte(plain)
		for i := 0; i+1 < len(plain); i += 2 {
			swapped[i], swapped[i+1] = plain[i+1], plain[i]
		}
		plain = string(swapped)
	}
	moves, err := rules.ParseTranscript(plain)
	return moves, err == nil && plain != ""
}

// ErrNoSquare is the error of [Command.Square] without an argument.
var ErrNoSquare error = unclear(words.WhichSquare{})

// Square returns the square in the argument "square". The error is an [*Unclear], or comes from
// [Command.LeftOverError].
func (c Command) Square(args Arguments, limits chat.Limits) (rules.Square, error) {
	text := args.Text("square")
	if square, err := rules.ParseSquare(text); err == nil {
		return square, nil
	}
	said := tokens([]chat.Token{{Text: text}})
	text = joined(said)
	switch moves, ok := parseMoves(text); {
	case text == "":
		return rules.NoSquare, ErrNoSquare
	case strings.EqualFold(text, "pass"):
		return rules.NoSquare, unclear(words.NoPassing{})
	case !ok:
		return rules.NoSquare, c.notSquare(said, limits)
	case len(moves) > 1:
		return rules.NoSquare, unclear(words.SeveralMoves{Moves: words.Count(len(moves))})
	default:
		return moves[0], nil
	}
}

// notSquare returns the error for words that are not all squares. It names the first word that is
// not a square, or all words if they do not begin with a square.
func (c Command) notSquare(said []chat.Token, limits chat.Limits) error {
	rest := said
	for len(rest) > 0 {
		switch {
		case areMoves(rest[:1]):
			rest = rest[1:]
		case len(rest) > 1 && areMoves(rest[:2]): // "e 5"
			rest = rest[2:]
		case len(rest) == len(said):
			return errNotation(joined(said))
		case squareLike.MatchString(strings.ToLower(rest[0].Text)):
			return errNotation(rest[0].Text)
		default:
			return c.ErrLeftOver(nil, rest[0].Text, limits)
		}
	}
	return errNotation(joined(said))
}

func errNotation(typed string) error {
	if word := words.Typed(typed); word.Harmless() {
		return unclear(words.NotASquare{Word: word})
	}
	return unclear(words.NotASquareUnsaid{})
}

func (a Arguments) Color() (rules.Color, bool) { return colorNamed(a.Text("color")) }

func colorNamed(typed string) (rules.Color, bool) {
	for _, c := range []rules.Color{rules.Black, rules.White} {
		if strings.EqualFold(typed, c.String()) {
			return c, true
		}
	}
	return rules.Black, false
}

var squareLike = regexp.MustCompile(`^([a-z]\d{1,2}|\d{1,2}[a-z])$`)

func areMoves(said []chat.Token) (ok bool) {
	if mayBeMoves(said) {
		_, ok = parseMoves(joined(said))
	}
	return ok
}

// mayBeMoves reports whether the words have only characters that occur in lists of squares.
func mayBeMoves(said []chat.Token) bool {
	return len(said) > 0 && !slices.ContainsFunc(said, func(w chat.Token) bool {
		return w.Kind != chat.MentionsNobody || strings.Trim(w.Text, "abcdefghABCDEFGH12345678"+betweenMoves) != ""
	})
}

const betweenMoves = " \t\n-–—.,;/()[]!?"

// Records returns a reader of moves and boards, as users type them or the bot writes them.
func (g *Grammar) Records() *record.Reader { return g.records() }

func newRecords(w *words.Catalog) *record.Reader {
	r := &record.Reader{Sides: make(map[string]rules.Color), Passes: make(map[string]bool), Turns: make(map[string]bool)}
	symbols := render.PlainReplacements()
	named := Values(w)
	for _, word := range slices.Sorted(maps.Keys(named)) {
		for _, value := range named[word] {
			color, ok := colorNamed(value)
			if ok && word[0] >= utf8.RuneSelf { // many scripts beyond ASCII put no spaces between words
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

// boardsInWords returns examples of how the bot describes a board or a row, longer ones first.
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

// descriptionPattern returns a pattern for texts like the example. The names of its groups are black
// and white, each followed by n.
func descriptionPattern(example string, n int) string {
	return strings.NewReplacer(
		"a7", fmt.Sprintf("(?P<black%d>%s)", n, squaresListed), "h7", fmt.Sprintf("(?P<white%d>%s)", n, squaresListed),
		"7", "[1-8]", " ", `\s+`,
	).Replace(regexp.QuoteMeta(strings.TrimRight(example, ".。 ")))
}

func isSquare(w chat.Token) bool { return areMoves([]chat.Token{w}) }

// onlySquare returns the only square among the words, or false.
func onlySquare(said []chat.Token) (found rules.Square, ok bool) {
	for i, w := range said {
		square, err := rules.ParseSquare(strings.Trim(w.Text, punctuation))
		if err != nil && i+1 < len(said) && len(w.Text) == 1 {
			square, err = rules.ParseSquare(w.Text + strings.Trim(said[i+1].Text, punctuation))
		}
		switch {
		case err != nil:
		case ok:
			return rules.NoSquare, false
		default:
			found, ok = square, true
		}
	}
	return found, ok
}
