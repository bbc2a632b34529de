package bot

import (
	"strings"

	"othellobot/chat"
	"othellobot/rules"
)

// parseMoves reads one or more squares as people type them: in any case, with
// spaces, hyphens, commas or full stops within and between, and with the digit
// before the letter. The error is a [*rules.NotationError].
func parseMoves(text string) ([]rules.Square, error) {
	plain := strings.Map(func(r rune) rune {
		if strings.ContainsRune(" \t\n-–—.,;/()[]!?", r) {
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

// square is the one square that an argument names. It fails with [errNoSquare],
// [errPass], a [*rules.NotationError], a [*manyMovesError], or with a
// [*leftOverError] for a word behind a square.
func (a arguments) square() (rules.Square, error) {
	words := tokens([]chat.Word{{Text: a.text("square")}})
	text := spaced(words)
	if text == "" {
		return rules.NoSquare, errNoSquare
	}
	if strings.EqualFold(text, "pass") {
		return rules.NoSquare, errPass
	}
	moves, err := parseMoves(text)
	if err != nil {
		return rules.NoSquare, notSquare(words, err)
	}
	if len(moves) > 1 {
		return rules.NoSquare, &manyMovesError{Count: len(moves)}
	}
	return moves[0], nil
}

// notSquare is why words are not squares: the first that is none behind some that
// are, else the error of all.
func notSquare(words []chat.Word, err error) error {
	rest := words
	for len(rest) > 0 {
		switch {
		case areMoves(rest[:1]):
			rest = rest[1:]
		case len(rest) > 1 && areMoves(rest[:2]): // "e 5"
			rest = rest[2:]
		case len(rest) == len(words):
			return err
		case squareLike.MatchString(strings.ToLower(rest[0].Text)):
			return &rules.NotationError{Text: rest[0].Text}
		default:
			return &leftOverError{Word: rest[0]}
		}
	}
	return err
}

// color is the side that an argument names, and false if it is absent. Parsing
// admits nothing but the two.
func (a arguments) color() (rules.Color, bool) {
	switch strings.ToLower(a.text("color")) {
	case "black":
		return rules.Black, true
	case "white":
		return rules.White, true
	default:
		return rules.Black, false
	}
}
