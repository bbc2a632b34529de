package record

import (
	"regexp"
	"strings"

	"othellobot/rules"
)

// The parts of a drawn board. A row is eight signs without spaces, or with something between
// each two. Rows with spaces stand in lines of their own, or have numbers.
const (
	cell   = `[-xbow.]`
	solid  = cell + `{8}`
	spaced = cell + `(?:[ \t|,]+` + cell + `){7}`
	number = `(?:\b[1-8][ \t|.:]*)?`
	beside = `(?:\b[1-8]\b[^\n]*)?` // a program writes the number of a row on both sides, and words behind it
)

var (
	drawn = regexp.MustCompile(number + solid + `(?:[\s|/,]*` + beside + `[\s|]*` + number + solid + `){7}` +
		`|` + number + spaced + `(?:[ \t|,]*` + beside + `(?:\s*\n[ \t|]*` + number + `|[ \t|]*\b[1-8][ \t|.:]+)` + spaced + `){7}`)
	row = regexp.MustCompile(solid + `|` + spaced)
	// moreCells and cellAhead match signs that go on around a board, and nearly matches most of
	// a board. Before a row without spaces a disc is the side to move.
	moreCells = regexp.MustCompile(`^(?:[\s|/,]*[xbow]*(?:[-.]|[xbow]\b))+`)
	cellAhead = regexp.MustCompile(`(?:[-.][ \t|,]*|\b[xbow][ \t|,]+)[-xbow.][ \t|,]$|[-.][ \t|,]*[-xbow.].$`)
	nearly    = regexp.MustCompile(cell + `(?:(?:[\s|/,]|\b[1-8]\b)*` + cell + `){39,}`)
	// border matches a line that is drawn around rows.
	border = regexp.MustCompile(`(?m)^[ \t]*[+|][-=+]{8,}[+|][ \t]*$`)
	// valued matches a move with what it is worth, as files of problems have them.
	valued = regexp.MustCompile(`\b[a-h][1-8]\s*:\s*[-+]?\d+`)
	signs  = strings.NewReplacer(
		"●", "x", "⚫", "x", "○", "o", "⚪", "o", "·", "-", "□", "-", "・", "-", "┼", "-", "_", "-", "+", "-", "−", "-", "‐", "-", "│", "|", "*", "x",
	)
)

// plain writes a text as the forms have it: in lower case, with discs as letters.
func (r *Reader) plain(text string) string {
	if r.Symbols != nil {
		text = r.Symbols.Replace(text)
	}
	text = border.ReplaceAllString(strings.ToLower(text), "")
	return signs.Replace(valued.ReplaceAllString(text, " "))
}

// board is a position that a text shows, without its side to move.
type board struct {
	position      rules.Position
	empty         [2]rules.Bitboard // empty squares with a dash and with a dot: programs mark what can be played
	ahead, behind string            // the text before and after the first board
	rest          string            // the text without boards
	more          bool              // the text shows another board
}

// board finds a board that is drawn, stands in one line, or in words. It returns nil if the text
// has no board. The error says that one has the wrong size.
func (r *Reader) board(text string) (*board, error) {
	var wrong error
	// An editor may have made one dash of two or three.
	for _, dashes := range [][2]string{{"-", "-"}, {"--", "-"}, {"--", "--"}, {"---", "-"}, {"---", "--"}} {
		b, err := drawnBoard(strings.NewReplacer("—", dashes[0], "―", dashes[0], "–", dashes[1], "‒", dashes[1]).Replace(text))
		if b != nil {
			return b, nil
		}
		if wrong == nil {
			wrong = err
		}
	}
	if wrong != nil || r.Discs == nil {
		return nil, wrong
	}
	return r.inWords(text), nil
}

func drawnBoard(text string) (b *board, err error) {
	for _, at := range drawn.FindAllStringIndex(text, -1) {
		next, ahead, behind := cellsOf(text[at[0]:at[1]]), text[:at[0]], text[at[1]:]
		if next.empty[0] != 0 {
			behind = strings.ReplaceAll(behind, ".", ";") // full stops; else they may be squares
		}
		extra := size(moreCells.FindString(behind)) % 64 // 64 are the board once more
		if cellAhead.MatchString(ahead + text[at[0]:at[0]+2]) {
			extra++
		}
		if extra > 0 && b == nil {
			return nil, &rules.BoardSizeError{Size: 64 + extra}
		}
		if b == nil {
			b, next.ahead, next.behind = next, ahead, behind
		}
		b.more = b.more || b.position != next.position
	}
	if b == nil {
		switch found := size(nearly.FindString(text)); found {
		case 0:
		case 64:
			err = ErrNothing // in rows of another width
		default:
			err = &rules.BoardSizeError{Size: found}
		}
		return nil, err
	}
	b.rest = drawn.ReplaceAllStringFunc(text, func(found string) string { return "\n" + row.ReplaceAllString(found, "\n") + "\n" })
	return b, nil
}

// size counts signs without the side to move, a disc at the end that stands apart from others.
func size(found string) (n int) {
	for _, c := range found {
		if strings.ContainsRune(cell, c) {
			n++
		}
	}
	if last := len(found) - 1; n > 0 && strings.IndexByte("xbow", found[last]) >= 0 && (last == 0 || strings.IndexByte(cell, found[last-1]) < 0) {
		n--
	}
	return n
}

// cellsOf makes a board of its 64 signs.
func cellsOf(found string) *board {
	cells := strings.Map(func(c rune) rune {
		if strings.ContainsRune(" \t|,", c) {
			return -1
		}
		return c
	}, strings.Join(row.FindAllString(found, 8), ""))
	var b board
	b.position, _ = rules.ParseBoard(cells, rules.Black) // they are 64 cells
	for i := range len(cells) {
		if kind := strings.IndexByte("-.", cells[i]); kind >= 0 {
			b.empty[kind] |= 1 << i
		}
	}
	return &b
}

// inWords reads a board that lists where the discs are. Without the four squares in the
// middle it is a part of one.
func (r *Reader) inWords(text string) *board {
	var b board
	end := 0
	for _, at := range r.Discs.FindAllStringSubmatchIndex(text, -1) {
		if end == 0 {
			b.ahead = text[:at[0]]
		}
		b.rest, end = b.rest+text[end:at[0]]+"\n", at[1]
		for group, name := range r.Discs.SubexpNames() {
			switch list := squares(r.items(text[max(0, at[2*group]):max(0, at[2*group+1])])); {
			case name == "":
			case name[0] == 'b':
				b.position.Black |= rules.SetOf(list...)
			default:
				b.position.White |= rules.SetOf(list...)
			}
		}
	}
	const middle = rules.Bitboard(1<<27 | 1<<28 | 1<<35 | 1<<36)
	if b.position.Black&b.position.White != 0 || (b.position.Black|b.position.White)&middle != middle {
		return nil
	}
	b.rest, b.behind = b.rest+text[end:], text[end:]
	return &b
}
