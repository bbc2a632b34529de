package bot

import (
	"strings"
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
