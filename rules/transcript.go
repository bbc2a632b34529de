package rules

import (
	"fmt"
	"strings"
)

// ParseTranscript reads moves written one after another, "f5d6c3". Case does
// not matter; white space, hyphens, commas and full stops are skipped, so that
// "F5 D6", "f5-d6" and passes written "--" are read too. The moves are not
// tried on a board. A [*NotationError] holds the first text that is no square.
func ParseTranscript(text string) ([]Square, error) {
	var moves []Square
	text = strings.Map(func(r rune) rune {
		if strings.ContainsRune(" \t\r\n-,.", r) {
			return -1
		}
		return r
	}, text)
	for ; text != ""; text = text[2:] {
		square, err := ParseSquare(text[:min(2, len(text))])
		if err != nil {
			return nil, err
		}
		moves = append(moves, square)
	}
	return moves, nil
}

// FormatTranscript writes moves one after another, "f5d6c3", as
// [ParseTranscript] reads them.
func FormatTranscript(moves []Square) string {
	var text strings.Builder
	for _, m := range moves {
		text.WriteString(m.String())
	}
	return text.String()
}

// Replay plays moves from a position, making every forced pass. If a move is
// illegal it stops there with a [*ReplayError] and the position reached.
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

// ReplayError names the first illegal move of a transcript.
type ReplayError struct {
	Number int // counted from 1, passes not counted
	Square Square
	ToMove Color
}

func (e *ReplayError) Error() string {
	return fmt.Sprintf("move %d, %v on %v, is illegal", e.Number, e.ToMove, e.Square)
}
