package control

import (
	"strings"

	"othellobot/rules"
)

const squareLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

// Pack writes each move as one letter, so that a whole game fits into a control.
func Pack(moves []rules.Square) string {
	text := make([]byte, len(moves))
	for i, s := range moves {
		text[i] = squareLetters[s]
	}
	return string(text)
}

// Unpack reads the text of [Pack]. It reports false unless the moves are legal from the usual start.
func Unpack(text string) (moves []rules.Square, ok bool) {
	for _, c := range []byte(text) {
		s := strings.IndexByte(squareLetters, c)
		if s < 0 {
			return nil, false
		}
		moves = append(moves, rules.Square(s))
	}
	_, err := rules.Replay(rules.Start(), moves)
	return moves, err == nil
}
