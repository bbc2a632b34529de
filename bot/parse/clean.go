package parse

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"othellobot/chat"
)

// Clean returns a text as the person who wrote it means it: wide and ornate letters become
// plain ones; quotation marks, marks for bold, code and the like, and characters that
// nobody sees go away. Lines stay lines.
func Clean(text string) string {
	if strings.IndexFunc(text, unplain) < 0 {
		return text
	}
	text = strings.Map(quoted, strings.ToValidUTF8(text, "?"))
	text = strings.Map(visible, compatible(text))
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		fields := strings.FieldsSeq(unescape(line))
		kept := make([]string, 0, 8)
		for field := range fields {
			if len(kept) == 0 && strings.Trim(field, ">#") == "" || len(kept) == 0 && field == "-#" {
				continue // the line is quoted, a heading, or small print
			}
			if field = unmarked(field); field != "" {
				kept = append(kept, field)
			}
		}
		lines[i] = strings.Join(kept, " ")
	}
	return strings.Join(lines, "\n")
}

// compatible writes wide and ornate letters as plain ones. It leaves accents alone that stand by
// themselves, which would become spaces.
func compatible(text string) string {
	var out strings.Builder
	for text != "" {
		at := strings.IndexFunc(text, func(r rune) bool { return r > unicode.MaxASCII && unicode.Is(unicode.Sk, r) })
		if at < 0 {
			at = len(text)
		}
		out.WriteString(norm.NFKC.String(text[:at]))
		_, size := utf8.DecodeRuneInString(text[at:])
		out.WriteString(text[at : at+size])
		text = text[at+size:]
	}
	return out.String()
}

// unplain reports whether a character needs cleaning.
func unplain(r rune) bool {
	return r > unicode.MaxASCII || r < ' ' && r != '\n' || strings.ContainsRune("\"'`*_~|\\>#", r)
}

// quotes are the marks that people put around what they type.
const quotes = "\"'`´ˋ‘’‚‛“”„‟‹›«»′″〝〞〟「」『』"

// quoted drops quotation marks. It comes before compatibility forms are made, which would
// make spaces of some.
func quoted(r rune) rune {
	if strings.ContainsRune(quotes, r) {
		return -1
	}
	return r
}

// visible drops quotation marks and characters that nobody sees, among them those that only
// choose how the character before them is drawn.
func visible(r rune) rune {
	switch {
	case r == '\n' || r == '\t':
		return r
	case strings.ContainsRune(quotes, r), unicode.In(r, unicode.Cf, unicode.Cc, unicode.Variation_Selector), r == '\u20e3':
		return -1
	default:
		return r
	}
}

// unescape drops backslashes that keep a mark from being one.
func unescape(line string) string {
	if !strings.Contains(line, `\`) {
		return line
	}
	var out strings.Builder
	for i := range len(line) {
		if line[i] != '\\' || i+1 == len(line) || line[i+1] > unicode.MaxASCII || !unicode.In(rune(line[i+1]), unicode.Punct, unicode.Symbol) {
			out.WriteByte(line[i])
		}
	}
	return out.String()
}

// marks stand around words that are bold, slanted, struck out or hidden.
const marks = "*_~|"

// unmarked drops the marks around a word. What has no other characters than marks and the
// signs of a board is left alone: there the star is a disc. So is a star before a bracket
// that closes, as in GGF.
func unmarked(field string) string {
	word := strings.Trim(field, marks)
	if strings.Trim(word, marks+".,;:-xobwXOBW") == "" || strings.IndexByte("])};", word[0]) >= 0 {
		return field
	}
	return word
}

// cleanArguments are arguments with their texts cleaned.
func cleanArguments(args []chat.Argument) Arguments {
	args = slices.Clone(args)
	for i := range args {
		if w := &args[i].Value; w.Kind == chat.MentionsNobody {
			w.Text = Clean(w.Text)
		}
	}
	return args
}
