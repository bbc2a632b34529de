package parse

import (
	"regexp"
	"slices"
	"strings"

	"othellobot/chat"
	"othellobot/rules"
	"othellobot/words"
)

// Moves reads one or more squares as people type them: in any case, with
// spaces, hyphens, commas or full stops within and between, and with the digit
// before the letter. The error is a [*rules.NotationError].
func Moves(text string) ([]rules.Square, error) {
	plain := strings.Map(func(r rune) rune {
		if strings.ContainsRune(betweenMoves, r) {
			return -1
		}
		return r
	}, text)
	if plain == "" {
		return nil, &rules.NotationError{Text: text}
	}
	if digit := plain[0]; '1' <= digit && digit <= '8' {
		plain = swapPairs(plain)
	}
	moves, err := rules.ParseTranscript(plain)
	if err != nil {
		return nil, &rules.NotationError{Text: text}
	}
	return moves, nil
}

// swapPairs turns "5e4d" into "e5d4".
func swapPairs(text string) string {
	b := []byte(text)
	for i := 0; i+1 < len(b); i += 2 {
		b[i], b[i+1] = b[i+1], b[i]
	}
	return string(b)
}

// ErrNoSquare refuses a command that needs a square and has none.
var ErrNoSquare error = unclear(words.WhichSquare{})

// Square is the one square that the argument of that name names. The error is an [*Unclear],
// [ErrNoSquare] if the argument is absent.
func (c Command) Square(args Arguments, limits chat.Limits) (rules.Square, error) {
	text := args.Text("square")
	if square, err := rules.ParseSquare(text); err == nil {
		return square, nil
	}
	said := tokens([]chat.Word{{Text: text}})
	text = spaced(said)
	if text == "" {
		return rules.NoSquare, ErrNoSquare
	}
	if strings.EqualFold(text, "pass") {
		return rules.NoSquare, unclear(words.NoPassing{})
	}
	moves, err := Moves(text)
	if err != nil {
		return rules.NoSquare, c.notSquare(said, limits)
	}
	if len(moves) > 1 {
		return rules.NoSquare, unclear(words.SeveralMoves{Moves: words.Count(len(moves))})
	}
	return moves[0], nil
}

// notSquare refuses words that are not squares. If squares come first, it names the
// first word that is not one, else all of them.
func (c Command) notSquare(said []chat.Word, limits chat.Limits) error {
	rest := said
	for len(rest) > 0 {
		switch {
		case areMoves(rest[:1]):
			rest = rest[1:]
		case len(rest) > 1 && areMoves(rest[:2]): // "e 5"
			rest = rest[2:]
		case len(rest) == len(said):
			return errNotation(spaced(said))
		case squareLike.MatchString(strings.ToLower(rest[0].Text)):
			return errNotation(rest[0].Text)
		default:
			return c.ErrLeftOver(nil, rest[0].Text, limits)
		}
	}
	return errNotation(spaced(said))
}

func errNotation(typed string) error {
	if word := words.Typed(typed); word.Harmless() {
		return unclear(words.NotASquare{Word: word})
	}
	return unclear(words.NotASquareUnsaid{})
}

// Color is the side that an argument names, and false if it is absent. Parsing
// admits nothing but the two.
func (a Arguments) Color() (rules.Color, bool) { return ColorNamed(a.Text("color")) }

// colorWords are the sides as people type them.
var colorWords = [2]string{rules.Black: "black", rules.White: "white"}

// ColorWord is a side as people type it.
func ColorWord(c rules.Color) string { return colorWords[c] }

// ColorNamed is the side that somebody has typed, and false if it is none.
func ColorNamed(typed string) (rules.Color, bool) {
	for i, word := range colorWords {
		if strings.EqualFold(typed, word) {
			return rules.Color(i), true
		}
	}
	return rules.Black, false
}

// squareLike is a word meant as a square, whether or not it is one.
var squareLike = regexp.MustCompile(`^([a-z]\d{1,2}|\d{1,2}[a-z])$`)

// areMoves reports whether the words are squares, one or more.
func areMoves(said []chat.Word) bool {
	if !mayBeMoves(said) {
		return false
	}
	_, err := Moves(spaced(said))
	return err == nil
}

// mayBeMoves reports whether the words have no character that squares have not, nor what may
// stand between them.
func mayBeMoves(said []chat.Word) bool {
	return len(said) > 0 && !slices.ContainsFunc(said, func(w chat.Word) bool {
		return w.Kind != chat.MentionsNobody || strings.Trim(w.Text, "abcdefghABCDEFGH12345678"+betweenMoves) != ""
	})
}

// betweenMoves may stand between and within squares.
const betweenMoves = " \t\n-–—.,;/()[]!?"
