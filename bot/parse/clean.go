package parse

import (
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"othellobot/chat"
)

// Clean returns a text without quotation marks, invisible characters, and markup such as bold or
// code. It replaces wide and ornate letters with plain ones, and keeps line breaks.
func Clean(text string) string {
	unplain := func(r rune) bool {
		return r > unicode.MaxASCII || r < ' ' && r != '\n' || strings.ContainsRune("\"'`*_~|\\>#", r)
	}
	if !strings.ContainsFunc(text, unplain) {
		return text
	}
	text = strings.Map(dropInvisible, strings.ToValidUTF8(text, "?")) // before NFKC, which turns lone accents into spaces
	lines := strings.Split(strings.Map(dropInvisible, norm.NFKC.String(text)), "\n")
	for i, line := range lines {
		var kept []string
		for field := range strings.FieldsSeq(escape.ReplaceAllString(line, "$1")) {
			if len(kept) == 0 && (strings.Trim(field, ">#") == "" || field == "-#") {
				continue // the line is a quote, a heading or small print
			}
			if field = unmarked(field); field != "" {
				kept = append(kept, field)
			}
		}
		lines[i] = strings.Join(kept, " ")
	}
	return strings.Join(lines, "\n")
}

const quotes = "\"'`´ˋ‘’‚‛“”„‟‹›«»′″〝〞〟「」『』"

// dropInvisible returns -1 for quotation marks, invisible characters, and characters that change another's look.
func dropInvisible(r rune) rune {
	invisible := unicode.In(r, unicode.Cf, unicode.Cc, unicode.Variation_Selector) && r != '\n' && r != '\t'
	if invisible || r == '\u20e3' || strings.ContainsRune(quotes, r) {
		return -1
	}
	return r
}

var escape = regexp.MustCompile(`\\([[:punct:]])`)

const marks = "*_~|"

// unmarked drops the [marks] around a word. It keeps them in a row of a board, where a star is a disc,
// and before a closing bracket, as in the GGF format.
func unmarked(field string) string {
	word := strings.Trim(field, marks)
	if strings.Trim(word, marks+".,;:-xobwXOBW") == "" || strings.IndexByte("])};", word[0]) >= 0 {
		return field
	}
	return word
}

func tokens(typed []chat.Token) []chat.Token {
	list := make([]chat.Token, 0, len(typed)+1)
	for _, w := range typed {
		if w.Kind != chat.MentionsNobody {
			list = append(list, w)
			continue
		}
		for field := range strings.FieldsSeq(Clean(w.Text)) {
			if len(typed) == 1 || strings.Trim(field, marks) != "" { // drops the markup around a mention
				list = append(list, chat.Token{Text: field})
			}
		}
	}
	return list
}

func joined(said []chat.Token) string {
	if len(said) == 1 {
		return said[0].Text
	}
	texts := make([]string, len(said))
	for i, w := range said {
		texts[i] = w.Text
	}
	return strings.Join(texts, " ")
}

// RewriteSettings joins a time of day or a time zone with its parameter's name: "puzzle:9:00 pm New York".
func RewriteSettings(typed []chat.Token) []chat.Token {
	var plain []chat.Token
	for len(typed) > 0 {
		key, value, _ := strings.Cut(typed[0].Text, ":")
		said := strings.Fields(value)
		for _, w := range typed[1:] {
			if w.Kind != chat.MentionsNobody {
				break
			}
			said = append(said, w.Text)
		}
		n := 0
		switch strings.ToLower(key) {
		case "puzzle":
			_, _, n = TimeAndZone(said)
		case "zone":
			_, n = leadingZone(said)
		}
		if n == 0 {
			plain, typed = append(plain, typed[0]), typed[1:]
			continue
		}
		plain = append(plain, chat.Token{Text: strings.ToLower(key) + ":" + strings.Join(said[:n], " ")})
		if typed = typed[n:]; value == "" {
			typed = typed[1:]
		}
	}
	return plain
}

const mostTogether = 7 // the most words of a time or a time zone

// TimeAndZone reads a time of day and, if one follows, a time zone. It returns the minute as
// [game.Daily] counts it, with 0 for "off". n is the number of words that it used, or 0 if the words
// do not begin with a time.
func TimeAndZone(said []string) (minute int, zone string, n int) {
	n = leading(said, func(text string) (ok bool) { minute, ok = TimeOfDay(text); return ok })
	if n == 0 || minute == 0 {
		return 0, "", n
	}
	rest := said[n:]
	if len(rest) > 1 && isZoneFiller(rest[0]) {
		rest = rest[1:]
	}
	zone, words := leadingZone(rest)
	if words == 0 && len(rest) > 0 && zones().meant[zoneKey(rest[0])] != nil {
		zone, words = rest[0], 1
	}
	if words == 0 {
		return minute, "", n
	}
	if rest = rest[words:]; len(rest) > 0 && isZoneFiller(rest[0]) {
		rest = rest[1:]
	}
	return minute, zone, len(said) - len(rest)
}

// leadingZone returns the time zone that the first n words name; n is 0 if they name none.
func leadingZone(said []string) (zone string, n int) {
	n = leading(said, func(text string) (ok bool) { zone, ok = ZoneNamed(text); return ok })
	return zone, n
}

// leading returns the largest number of words at the start of said that together match, or 0.
func leading(said []string, match func(text string) bool) (n int) {
	for n = min(len(said), mostTogether); n > 0 && !match(strings.Join(said[:n], " ")); n-- {
	}
	return n
}

func isZoneFiller(word string) bool {
	return slices.Contains([]string{"in", "zone", "time", "zeit", "zona", "fuso", "tid", "時間", "时间", "시간"}, strings.ToLower(word))
}

// ByVotes is the argument for a game that the channel plays by votes.
const ByVotes = "vote"

// RewriteStart adds the parameter's name to a duration ("vote:") and to the word "vote" ("with:").
func RewriteStart(typed []chat.Token) []chat.Token {
	plain, key := make([]chat.Token, 0, len(typed)), ""
	for _, w := range typed {
		word := strings.ToLower(strings.Trim(w.Text, ",.!?"))
		if word == ByVotes && key != "with" && key != "with:" {
			w.Text = "with:" + ByVotes // because "vote" is also a parameter's name
		}
		if isDuration(word) && key != "vote:" {
			w.Text = "vote:" + word
		}
		key = word
		plain = append(plain, w)
	}
	return plain
}

func isDuration(word string) bool {
	_, err := time.ParseDuration(strings.ToLower(word))
	return err == nil && word != "0"
}
