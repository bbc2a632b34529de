package record

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"othellobot/rules"
)

// item is a word of a text, as far as moves are concerned.
type item struct {
	kind   kind
	square rules.Square
	side   rules.Color
	text   string
	listed bool // a comma stands before it
}

type kind uint8

const (
	isMove kind = iota
	isPass
	isNumber // of a move, or of discs
	isSide
	isFault // like a move, but none
	isWord  // any other
)

var (
	moveOf = regexp.MustCompile(`[a-h][1-8]|pass|pa|ps`)
	// digitFirst matches moves with the digit first, "5f6d".
	digitFirst = regexp.MustCompile(`^(?:[1-8][a-h])+$`)
	// movesWord matches "f5d6", "12f5" and "a3pab3", and the beginning of "f5d6x".
	movesWord = regexp.MustCompile(`^(\d{0,2})((?:[a-h][1-8])+(?:(?:pass|pa|ps|[a-h][1-8])*$)?|(?:pass|pa|ps)(?:pass|pa|ps|[a-h][1-8])*$)`)
	// sidedMove matches a move with its side before it, "xf5".
	sidedMove = regexp.MustCompile(`^(\pL)([a-h][1-8])$`)
	mixed     = regexp.MustCompile(`[a-z]\d|\d[a-z]`)
	// nextNumber matches a number that is written close behind a move, "f52.d6".
	nextNumber = regexp.MustCompile(`([a-h][1-8])(\d{1,2}[.)])`)
)

// items splits a text into words.
func (r *Reader) items(text string, in scope) (list []item) {
	text = nextNumber.ReplaceAllString(text, "$1 $2")
	listed := false
	for len(text) > 0 {
		end := strings.IndexFunc(text, betweenWords)
		if end < 0 {
			end = len(text)
		}
		if end == 0 {
			c, size := utf8.DecodeRuneInString(text)
			listed = listed || c == ',' || c == '、'
			text = text[size:]
			continue
		}
		before := len(list)
		list = r.word(list, text[:end], in)
		for i := before; i < len(list); i++ {
			list[i].listed, listed = listed, false
		}
		text = text[end:]
	}
	return list
}

func betweenWords(c rune) bool { return !unicode.In(c, unicode.Letter, unicode.Digit, unicode.Mark) }

// word appends what a word holds.
func (r *Reader) word(list []item, word string, in scope) []item {
	if last := len(list) - 1; in == whole && last >= 0 && list[last].kind == isWord { // "f 5", "f-5"
		if s, err := rules.ParseSquare(list[last].text + word); err == nil {
			return append(list[:last], item{kind: isMove, square: s, text: s.String()})
		}
	}
	if split := sidedMove.FindStringSubmatch(word); split != nil {
		side, named := r.sideNamed(split[1])
		if disc, ok := discs[split[1]]; ok && !named {
			side, named = disc, true
		}
		if named {
			return appendMoves(append(list, item{kind: isSide, side: side, text: split[1]}), split[2])
		}
	}
	side, named := r.sideNamed(word)
	found := movesWord.FindStringSubmatch(word)
	switch {
	case strings.Trim(word, "0123456789") == "":
		return append(list, item{kind: isNumber, text: word})
	case named:
		return append(list, item{kind: isSide, side: side, text: word})
	case r.Passes[word] || word == "passes":
		return append(list, item{kind: isPass, text: word})
	case in == whole && digitFirst.MatchString(word):
		letters := []byte(word)
		for i := 0; i < len(letters); i += 2 {
			letters[i], letters[i+1] = letters[i+1], letters[i]
		}
		return appendMoves(list, string(letters))
	case found != nil:
		list = appendMoves(list, found[2])
		if rest := word[len(found[0]):]; rest != "" {
			end := moveOf.FindStringIndex(rest + "a1")
			list = append(list, item{kind: isFault, text: rest[:min(end[0], len(rest))]})
		}
		return list
	case mixed.MatchString(word):
		return append(list, item{kind: isFault, text: word})
	default:
		return append(list, item{kind: isWord, text: word})
	}
}

// appendMoves appends moves and passes that are written one after another.
func appendMoves(list []item, text string) []item {
	for _, one := range moveOf.FindAllString(text, -1) {
		if s, err := rules.ParseSquare(one); err == nil {
			list = append(list, item{kind: isMove, square: s, text: one})
		} else {
			list = append(list, item{kind: isPass, text: one})
		}
	}
	return list
}

// squares lists the moves among items, whether or not they are legal.
func squares(items []item) (list []rules.Square) {
	for _, i := range items {
		if i.kind == isMove {
			list = append(list, i.square)
		}
	}
	return list
}
