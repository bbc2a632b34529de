package bot

import (
	"fmt"
	"strings"

	"othellobot/rules"
)

const (
	that      = "that"
	maxQuoted = 12
)

// quote repeats what a user typed if it is short and harmless, else "that":
// nothing that could be markup, a mention or a trick of direction is echoed.
func quote(typed string) string {
	if typed == "" || len(typed) > maxQuoted {
		return that
	}
	for _, c := range []byte(typed) {
		if c >= 0x80 || !strings.ContainsRune(alphanumeric, rune(c)) {
			return that
		}
	}
	return typed
}

const alphanumeric = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

func orSquares(b rules.Bitboard) string {
	var list []rules.Square
	for s := range b.Squares() {
		list = append(list, s)
	}
	return sentenceList(list, "or")
}

func orList(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return fmt.Sprintf("%s or %s", strings.Join(words[:last], ", "), words[last])
}
