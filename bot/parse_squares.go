package bot

import (
	"strings"

	"othellobot/chat"
	"othellobot/rules"
	"othellobot/words"
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

// errNoSquare refuses a command that needs a square and has none.
var errNoSquare = refused(words.WhichSquare{})

// square is the one square that the argument of that name names, or a refusal:
// [errNoSquare] if it is absent.
func (r *request) square() (rules.Square, error) {
	text := r.args.text("square")
	if square, err := rules.ParseSquare(text); err == nil {
		return square, nil
	}
	said := tokens([]chat.Word{{Text: text}})
	text = spaced(said)
	if text == "" {
		return rules.NoSquare, errNoSquare
	}
	if strings.EqualFold(text, "pass") {
		return rules.NoSquare, refused(words.NoPassing{})
	}
	moves, err := parseMoves(text)
	if err != nil {
		return rules.NoSquare, r.notSquare(said)
	}
	if len(moves) > 1 {
		return rules.NoSquare, refused(words.SeveralMoves{Moves: words.Count(len(moves))})
	}
	return moves[0], nil
}

// notSquare refuses words that are not squares. If squares come first, it names the
// first word that is not one, else all of them.
func (r *request) notSquare(said []chat.Word) error {
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
			return r.action.errLeftOver(rest[0].Text, r.Limits)
		}
	}
	return errNotation(spaced(said))
}

func errNotation(typed string) error {
	if word := words.Typed(typed); word.Harmless() {
		return refused(words.NotASquare{Word: word})
	}
	return refused(words.NotASquareUnsaid{})
}

// color is the side that an argument names, and false if it is absent. Parsing
// admits nothing but the two.
func (a arguments) color() (rules.Color, bool) { return colorNamed(a.text("color")) }

// colorWords are the sides as people type them.
var colorWords = [2]string{rules.Black: "black", rules.White: "white"}

func colorNamed(typed string) (rules.Color, bool) {
	for i, word := range colorWords {
		if strings.EqualFold(typed, word) {
			return rules.Color(i), true
		}
	}
	return rules.Black, false
}
