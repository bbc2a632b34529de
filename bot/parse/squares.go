package parse

import (
	"regexp"
	"slices"
	"strings"

	"othellobot/chat"
	"othellobot/rules"
	"othellobot/words"
)

// parseMoves parses one or more squares in upper or lower case, with the letter or the digit first. It
// ignores the characters of [betweenMoves].
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

// Square returns the square in the argument "square". The error is an [*Unclear].
func (c Command) Square(args Arguments, limits chat.Limits) (rules.Square, error) {
	text := args.Text("square")
	if square, err := rules.ParseSquare(text); err == nil {
		return square, nil
	}
	said := tokens([]chat.Token{{Text: text}})
	text = spaced(said)
	if text == "" {
		return rules.NoSquare, ErrNoSquare
	}
	if strings.EqualFold(text, "pass") {
		return rules.NoSquare, unclear(words.NoPassing{})
	}
	moves, ok := parseMoves(text)
	if !ok {
		return rules.NoSquare, c.notSquare(said, limits)
	}
	if len(moves) > 1 {
		return rules.NoSquare, unclear(words.SeveralMoves{Moves: words.Count(len(moves))})
	}
	return moves[0], nil
}

// notSquare returns the error for words that are not all squares. The error names the first word that
// is no square. If the words do not begin with a square, it names all of them.
func (c Command) notSquare(said []chat.Token, limits chat.Limits) error {
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

func (a Arguments) Color() (rules.Color, bool) { return colorNamed(a.Text("color")) }

func colorNamed(typed string) (rules.Color, bool) {
	for _, c := range []rules.Color{rules.Black, rules.White} {
		if strings.EqualFold(typed, c.String()) {
			return c, true
		}
	}
	return rules.Black, false
}

// squareLike matches a word that looks like a square, such as "z9".
var squareLike = regexp.MustCompile(`^([a-z]\d{1,2}|\d{1,2}[a-z])$`)

func areMoves(said []chat.Token) bool {
	if !mayBeMoves(said) {
		return false
	}
	_, ok := parseMoves(spaced(said))
	return ok
}

// mayBeMoves reports whether the words have only characters that occur in lists of squares.
func mayBeMoves(said []chat.Token) bool {
	return len(said) > 0 && !slices.ContainsFunc(said, func(w chat.Token) bool {
		return w.Kind != chat.MentionsNobody || strings.Trim(w.Text, "abcdefghABCDEFGH12345678"+betweenMoves) != ""
	})
}

const betweenMoves = " \t\n-–—.,;/()[]!?"
