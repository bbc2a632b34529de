package parse

import (
	"regexp"
	"slices"
	"strings"

	"othellobot/chat"
	"othellobot/rules"
	"othellobot/words"
)

// Moves parses one or more squares. It ignores case, accepts spaces, hyphens, commas and full stops
// anywhere, and accepts the digit before the letter. The error is a [*rules.NotationError].
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

// ErrNoSquare refuses a command whose square is missing.
var ErrNoSquare error = unclear(words.WhichSquare{})

// Square returns the square in the argument "square". The error is an [*Unclear]; it is
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

// notSquare refuses words that are not squares. If squares come first, it names the first word that
// is not one. Otherwise it names all words.
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

// Color returns the side in the argument "color". It reports false if the argument is absent.
func (a Arguments) Color() (rules.Color, bool) { return ColorNamed(a.Text("color")) }

// colorWords are the words that users type for the sides.
var colorWords = [2]string{rules.Black: "black", rules.White: "white"}

// ColorWord returns the word that users type for a side.
func ColorWord(c rules.Color) string { return colorWords[c] }

// ColorNamed returns the side for a typed word. It reports false if the word is not a side.
func ColorNamed(typed string) (rules.Color, bool) {
	for i, word := range colorWords {
		if strings.EqualFold(typed, word) {
			return rules.Color(i), true
		}
	}
	return rules.Black, false
}

// squareLike matches a word meant as a square, whether or not it is on the board.
var squareLike = regexp.MustCompile(`^([a-z]\d{1,2}|\d{1,2}[a-z])$`)

// areMoves reports whether the words are one or more squares.
func areMoves(said []chat.Word) bool {
	if !mayBeMoves(said) {
		return false
	}
	_, err := Moves(spaced(said))
	return err == nil
}

// mayBeMoves reports whether the words have only characters that occur in or between squares.
func mayBeMoves(said []chat.Word) bool {
	return len(said) > 0 && !slices.ContainsFunc(said, func(w chat.Word) bool {
		return w.Kind != chat.MentionsNobody || strings.Trim(w.Text, "abcdefghABCDEFGH12345678"+betweenMoves) != ""
	})
}

// betweenMoves are the characters allowed between and within squares.
const betweenMoves = " \t\n-–—.,;/()[]!?"
