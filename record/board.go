package record

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"othellobot/rules"
)

// signs matches a run of square signs without spaces, unless a word begins there.
const signs = `[-xbow.]*(?:[-.]|[xbow]\b)`

var (
	// drawn matches consecutive signs and the separators between them: spaces, bars and
	// row numbers. between matches the separators that end a row.
	drawn   = regexp.MustCompile(`(?:\b1[\s|.:]*[-xbow.]|\b[xbow]|\B\.|-)(?:(?:[\s|/,]|\b[1-8][.:]?)*` + signs + `)*`)
	between = regexp.MustCompile(`[1-8/\n]`)
	// numbered matches a row with its number on both sides, and the words that some programs write after it.
	numbered = regexp.MustCompile(`(?m)^[ \t|]*([1-8])[ \t|]+((?:[-xbow.][ \t|]*){8})([1-8])\b(.*)$`)
	// glued matches signs followed by a disc, if the signs are either all separated or not at all.
	glued = regexp.MustCompile(`^(?:[-xbow.]*|[1\s|.:]*(?:[-xbow.][\s|/,1-8]+)*)[xbow]$`)
	// sideAhead and sideBehind match a single disc before or after wider parts of a board.
	sideAhead  = regexp.MustCompile(`^[xbow](?:[ \t]*\n|[\s/,|]+[-xbow.]{2})`)
	sideBehind = regexp.MustCompile(`(?:[-xbow.]{2}[\s|/,]+|\n[ \t]*)[xbow]$`)
	longDashes = regexp.MustCompile(`[—―–‒]`)
	// border matches a line drawn around rows.
	border = regexp.MustCompile(`(?m)^[ \t]*[+|][-=+]{8,}[+|][ \t]*$`)
	// valued matches a move with its value, as in problem files.
	valued    = regexp.MustCompile(`\b[a-h][1-8]\s*:\s*[-+]?\d+`)
	discSigns = strings.NewReplacer(
		"●", "x", "⚫", "x", "*", "x", "○", "o", "⚪", "o",
		"·", "-", "□", "-", "・", "-", "┼", "-", "_", "-", "+", "-", "−", "-", "‐", "-", "│", "|",
	)
)

// plain returns a text in lower case, with discs as letters, and without borders and values.
func (r *Reader) plain(text string) string {
	if r.Symbols != nil {
		text = r.Symbols.Replace(text)
	}
	text = border.ReplaceAllString(strings.ToLower(text), "")
	return discSigns.Replace(valued.ReplaceAllString(text, " "))
}

// board is a position found in a text, without its side to move.
type board struct {
	position      rules.Position
	empty         [2]rules.Bitboard // empty squares drawn as a dash and as a dot; programs mark playable squares with one of them
	ahead, behind string            // the text before the first board, and after it
	rest          string            // the text without boards
	more          bool              // the text shows a different board, too
}

// board finds a board that is drawn, written in one line, or described in words, or returns nil. The error is
// a [*rules.BoardSizeError], or [ErrNoGame] if only the length of a row is wrong.
func (r *Reader) board(text string) (*board, error) {
	b, err := drawnBoard(longDashes.ReplaceAllString(text, "-"))
	for dashes := "--"; b == nil && len(dashes) < 4; dashes += "-" { // an editor may have joined dashes
		if longer, _ := drawnBoard(longDashes.ReplaceAllString(text, dashes)); longer != nil {
			b, err = longer, nil
		}
	}
	if b == nil && err == nil && r.Discs != nil {
		b = r.inWords(text)
	}
	return b, err
}

const leastCells = 40 // minimum number of signs that count as a board

func drawnBoard(text string) (b *board, err error) {
	var rest, beside strings.Builder
	text = numbered.ReplaceAllStringFunc(text, func(line string) string {
		parts := numbered.FindStringSubmatch(line)
		if parts[1] != parts[3] {
			return line
		}
		beside.WriteString("\n" + parts[4])
		return parts[1] + " " + parts[2]
	})
	end := 0
	for _, at := range drawn.FindAllStringIndex(ascii(text), -1) {
		found := text[at[0]:at[1]]
		if len(cellsOf(found)) < leastCells {
			continue
		}
		found, side := withoutSide(found)
		cells := cellsOf(found)
		rows := between.Split(found, -1)
		if words := strings.Fields(found); len(words) == 8 {
			rows = words
		}
		if slices.ContainsFunc(rows, func(row string) bool { return len(cellsOf(row))%8 != 0 }) {
			err = ErrNoGame // even 64 signs are no board if one row is too long and another too short
		}
		if len(cells)%64 != 0 {
			err = &rules.BoardSizeError{Size: len(cells)}
		}
		if err != nil {
			return nil, err
		}
		rest.WriteString(text[end:at[0]] + "\n" + side + "\n")
		end = at[1]
		for ; cells != ""; cells = cells[64:] {
			next := boardOf(cells[:64])
			if b == nil {
				b, next.ahead, next.behind = next, text[:at[0]], text[end:]
			}
			b.more = b.more || b.position != next.position
		}
	}
	if b != nil {
		b.rest = rest.String() + text[end:] + beside.String()
	}
	return b, nil
}

// ascii replaces each byte that is not ASCII by a letter, so that a word does not end at an accent.
func ascii(text string) string {
	letters := []byte(text)
	for i, c := range letters {
		if c >= utf8.RuneSelf {
			letters[i] = 'z'
		}
	}
	return string(letters)
}

func withoutSide(found string) (cells, side string) {
	last := len(found) - 1
	extra := len(cellsOf(found)) % 64
	if found[last] == '.' && (extra == 2 || extra == 1 && strings.Contains(found, "-")) {
		found, last, extra = found[:last], last-1, extra-1
	}
	switch {
	case sideBehind.MatchString(found), extra == 1 && glued.MatchString(found):
		return found[:last], found[last:]
	case extra == 1 && sideAhead.MatchString(found):
		return found[1:], found[:1]
	default:
		return found, ""
	}
}

func cellsOf(found string) string {
	return strings.Map(func(c rune) rune {
		if strings.ContainsRune("-xbow.", c) {
			return c
		}
		return -1
	}, found)
}

func boardOf(cells string) *board {
	var b board
	b.position, _ = rules.ParseBoard(cells, rules.Black) // there are 64 cells
	for i := range len(cells) {
		if kind := strings.IndexByte("-.", cells[i]); kind >= 0 {
			b.empty[kind] |= 1 << i
		}
	}
	return &b
}

// inWords reads a board that lists the squares of the discs. It returns nil unless all four middle squares have
// discs.
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
