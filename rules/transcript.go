package rules

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// ParseTranscript reads moves, legal or not, written one after another in either case. It skips white space,
// hyphens, commas and full stops, so it reads "f5d6", "F5 D6", "f5-d6" and passes written as "--". The error
// is a [*NotationError] with the first two characters that are not a square, or a single one at the end.
func ParseTranscript(text string) ([]Square, error) {
	var moves []Square
	text = strings.Join(strings.FieldsFunc(text, betweenMoves), "")
	for text != "" {
		pair := firstTwo(text)
		square, err := ParseSquare(pair)
		if err != nil {
			return nil, err
		}
		moves = append(moves, square)
		text = text[len(pair):]
	}
	return moves, nil
}

func betweenMoves(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("-,.", r) }

// firstTwo returns the first two characters of text, even if they are not ASCII, or all of a shorter text.
func firstTwo(text string) string {
	_, first := utf8.DecodeRuneInString(text)
	_, second := utf8.DecodeRuneInString(text[first:])
	return text[:first+second]
}

// FormatTranscript writes moves one after another, "f5d6c3".
func FormatTranscript(moves []Square) string {
	var text strings.Builder
	for _, m := range moves {
		text.WriteString(m.String())
	}
	return text.String()
}

// Replay plays moves from a position and makes every forced pass. At an illegal move it stops, and returns the
// position before that move and a [*ReplayError].
func Replay(from Position, moves []Square) (Position, error) {
	for i, m := range moves {
		next, err := from.Play(m)
		if err != nil {
			return from, &ReplayError{Number: i + 1, Square: m, ToMove: from.ToMove}
		}
		from = next
	}
	return from, nil
}

// ReplayError reports the first illegal move of a transcript.
type ReplayError struct {
	Number int // the move's number, counted from 1 without passes
	Square Square
	ToMove Color
}

func (e *ReplayError) Error() string {
	return fmt.Sprintf("move %d, %v on %v, is illegal", e.Number, e.ToMove, e.Square)
}
