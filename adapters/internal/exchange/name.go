package exchange

import (
	"strings"
	"unicode"
)

// maxName limits a name, in runes.
const maxName = 32

// Name returns the first of the names that has visible characters, cleaned for use in a sentence.
// The result is one line of at most 32 runes, without control, formatting or invisible characters.
// Name returns "" if no name is visible.
func Name(names ...string) string {
	for _, name := range names {
		name = tidy(name)
		if strings.ContainsFunc(name, func(r rune) bool { return r != ' ' && !unicode.IsMark(r) }) {
			return name
		}
	}
	return ""
}

func tidy(name string) string {
	shown := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r) || blank(r):
			return ' '
		case unicode.IsGraphic(r):
			return r
		default:
			return -1
		}
	}, name)
	runes := []rune(strings.Join(strings.Fields(shown), " "))
	return strings.TrimSpace(string(runes[:min(len(runes), maxName)]))
}

// blank reports whether a graphic character is drawn as a gap: the Hangul fillers, the empty
// Braille cell, the null notehead and the object replacement character.
func blank(r rune) bool {
	switch r {
	case '\u2800', '\U0001d159', '\ufffc':
		return true
	}
	return unicode.IsLetter(r) && unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r)
}
