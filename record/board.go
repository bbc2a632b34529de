package record

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"othellobot/rules"
)

// board is a position that a text shows, without its side to move.
type board struct {
	reader   *Reader
	position rules.Position
	marked   rules.Bitboard // empty squares with a dot, by which programs show what may be played
	beside   []string       // what stands on the same line behind a board and before it
	ahead    string         // the text before the board
	rest     string         // the text without the board
	behind   string         // the text behind the board
	more     bool           // there is another board
}

// board finds the board of a text: drawn, in one line, or in words; nil if there is none.
// The error says what is wrong with one.
func (r *Reader) board(text string) (*board, error) {
	var found *board
	rest := text
	for range mostBoards {
		cells, start, end, err := drawnCells(rest)
		if cells == "" {
			cells, start, end, err = plainCells(rest)
		}
		if cells == "" {
			if found == nil {
				found = r.inWords(text)
			}
			if found != nil {
				err = nil
			}
			return found, err
		}
		next := boardOf(r, cells)
		next.beside = []string{firstLine(strings.TrimSpace(rest[end:])), lastLine(strings.TrimSpace(rest[:start]))}
		next.behind = rest[end:]
		rest = rest[:start] + "\n" + rest[end:]
		switch {
		case found == nil:
			found, next.ahead = next, text[:start]
		case sameDiscs(found.position, next.position):
			found.beside, found.behind = append(found.beside, next.beside...), next.behind
		default:
			found.more = true
		}
		found.rest = rest
	}
	found.more = true
	return found, nil
}

// mostBoards bounds the boards that are looked for in a text, and mostTokens the parts of which
// one consists, so that a long text takes no longer than a message.
const (
	mostBoards = 4
	mostTokens = 256
)

// boardOf makes a board of its 64 cells.
func boardOf(r *Reader, cells string) *board {
	b := &board{reader: r}
	b.position, _ = rules.ParseBoard(cells, rules.Black) // they are 64 cells
	for i := range len(cells) {
		if cells[i] == '.' {
			b.marked |= 1 << i
		}
	}
	return b
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

func lastLine(text string) string { return text[strings.LastIndexByte(text, '\n')+1:] }

// inWords reads a board that lists where the discs are. Without the four squares in the
// middle it is a part of one.
func (r *Reader) inWords(text string) *board {
	if r.Discs == nil {
		return nil
	}
	b := boardOf(r, strings.Repeat("-", 64))
	names, rest, last := r.Discs.SubexpNames(), "", 0
	for _, at := range r.Discs.FindAllStringSubmatchIndex(text, -1) {
		if last == 0 {
			b.ahead = text[:at[0]]
		}
		rest, last = rest+text[last:at[0]]+"\n", at[1]
		for group := 1; group < len(names); group++ {
			if at[2*group] < 0 {
				continue
			}
			for _, name := range moveOf.FindAllString(text[at[2*group]:at[2*group+1]], -1) {
				square, err := rules.ParseSquare(name)
				switch {
				case err != nil:
				case names[group][0] == 'b':
					b.position.Black |= 1 << square
				default:
					b.position.White |= 1 << square
				}
			}
		}
	}
	const middle = rules.Bitboard(1<<27 | 1<<28 | 1<<35 | 1<<36)
	if b.position.Black&b.position.White != 0 || (b.position.Black|b.position.White)&middle != middle {
		return nil
	}
	b.rest, b.behind = rest+text[last:], text[last:]
	return b
}

// The signs of squares, and dashes that an editor has made of one or more.
const (
	cellSigns  = "xo*bw.-"
	longDashes = "—―"
	dashes     = "–−‐‑‒"
	signs      = cellSigns + longDashes + dashes
)

// drawnCells finds a board whose rows have their numbers, and where it stands.
func drawnCells(text string) (cells string, start, end int, err error) {
	for start := range len(text) {
		if text[start] != '1' {
			continue
		}
		cells, at := "", start
		for row := byte('1'); row <= '8' && at >= 0; row++ {
			var line string
			if line, at = drawnRow(text, at, row); at >= 0 {
				cells += line
			}
		}
		if at >= 0 {
			return cells, start, at, nil
		}
	}
	return "", 0, 0, nil
}

// drawnRow reads a row with its number, and gives the place behind it, negative if there is
// no such row.
func drawnRow(text string, at int, number byte) (cells string, end int) {
	rest := strings.TrimLeft(text[at:], " \t\n|+")
	if rest == "" || rest[0] != number {
		return "", -1
	}
	rest = rest[1:]
	for range 8 {
		rest = strings.TrimLeft(rest, " \t|")
		c, size := utf8.DecodeRuneInString(rest)
		if !strings.ContainsRune(signs, c) {
			return "", -1
		}
		cells, rest = cells+sign(c), rest[size:]
	}
	rest = strings.TrimLeft(rest, " \t|")
	if rest != "" && rest[0] == number {
		rest = rest[1:]
	}
	line := firstLine(rest)
	if c, _ := utf8.DecodeRuneInString(strings.TrimLeft(line, " \t|")); strings.ContainsRune(signs, c) && number != '8' {
		return "", -1 // a ninth cell
	}
	if len(line) < len(rest) && number != '8' {
		rest = rest[len(line):] // what a program writes beside its board
	}
	return cells, len(text) - len(rest)
}

// sign is a cell as this package writes it.
func sign(c rune) string {
	if strings.ContainsRune(longDashes+dashes, c) {
		return "-"
	}
	return string(c)
}

// token is a part of a text between spaces that consists of cells.
type token struct {
	cells      string
	start, end int
}

var (
	fields = regexp.MustCompile(`[^\s|/]+`)
	// nearly is a word that is meant as a board.
	nearly = regexp.MustCompile(`[-*.xobw—–]{16,}`)
)

// plainCells finds a board of 64 cells, with or without spaces between them. The error says
// how far one is from that.
func plainCells(text string) (cells string, start, end int, err error) {
	var group []token
	try := func() {
		group = withoutSide(group)
		if cells == "" {
			cells, start, end = window(group[:min(len(group), mostTokens)], text)
		}
		if size := sizeOf(group); cells == "" && err == nil && size > 40 {
			err = &rules.BoardSizeError{Size: size}
		}
		group = nil
	}
	for _, at := range fields.FindAllStringIndex(text, -1) {
		word := strings.Trim(text[at[0]:at[1]], ",;:()[]<>\"")
		if strings.Trim(word, signs) == "" {
			if word != "" {
				group = append(group, token{word, at[0], at[1]})
			}
			continue
		}
		try()
		if n := strings.IndexFunc(word, func(c rune) bool { return !strings.ContainsRune(signs, c) }); utf8.RuneCountInString(word) == 64 &&
			nearly.MatchString(word) && err == nil {
			c, _ := utf8.DecodeRuneInString(word[n:])
			err = &rules.BoardCharError{Char: c, Number: utf8.RuneCountInString(word[:n]) + 1}
		}
	}
	try()
	return cells, start, end, err
}

// withoutSide drops a disc before or behind rows of cells, which is the side to move.
func withoutSide(group []token) []token {
	isSide := func(disc, row token) bool {
		return len(disc.cells) == 1 && strings.Contains("xobw*", disc.cells) && len(row.cells) > 1
	}
	if n := len(group); n > 1 && isSide(group[n-1], group[n-2]) {
		group = group[:n-1]
	}
	if len(group) > 1 && isSide(group[0], group[1]) {
		group = group[1:]
	}
	return group
}

func sizeOf(group []token) (size int) {
	for _, t := range group {
		size += utf8.RuneCountInString(t.cells)
	}
	return size
}

// window finds 64 cells in consecutive tokens, eight in a line if there are such. Dashes
// that an editor has joined count as many as make the board complete.
func window(group []token, text string) (cells string, start, end int) {
	for _, width := range [][2]int{{1, 1}, {2, 1}, {2, 2}, {3, 1}, {3, 2}} {
		for i, first := range group {
			line, last := "", first
			for _, last = range group[i:] {
				if line += widened(last.cells, width); len(line) >= 64 {
					break
				}
			}
			rows := strings.Count(text[first.start:last.end], "\n") == 7
			if len(line) == 64 && (cells == "" || rows) {
				cells, start, end = line, first.start, last.end
			}
			if len(line) == 64 && rows {
				return cells, start, end
			}
		}
		if cells != "" {
			break
		}
	}
	return cells, start, end
}

// widened writes cells with dashes as many as the widths of long and other ones say.
func widened(cells string, width [2]int) string {
	var out strings.Builder
	for _, c := range cells {
		switch {
		case strings.ContainsRune(longDashes, c):
			out.WriteString(strings.Repeat("-", width[0]))
		case strings.ContainsRune(dashes, c):
			out.WriteString(strings.Repeat("-", width[1]))
		default:
			out.WriteRune(c)
		}
	}
	return out.String()
}

// valued is a move with what it is worth, as files of problems have them.
var valued = regexp.MustCompile(`\b[a-h][1-8]\s*:\s*[-+]?\d+`)

// found adds the side to move to a board, and what is played from there if moves behind it
// are meant.
func (b *board) found(in scope) (Found, error) {
	f := Found{Game: Game{Start: b.position}, Board: true, More: b.more}
	behind := valued.ReplaceAllString(b.behind, " ")
	side, ok := b.side()
	if !ok {
		return Found{}, ErrNoSide
	}
	if f.Start.ToMove = side; f.Start.Legal().IsEmpty() && !f.Start.Over() {
		f.Start.ToMove = side.Opponent() // a pass is forced, never chosen
	}
	items := b.reader.items(behind, in)
	squares := run{items: items}.squares()
	if in != whole || len(squares) == 0 || setOf(squares) == f.Start.Legal() {
		return f, nil
	}
	items = slices.DeleteFunc(items, func(i item) bool { return i.kind != isMove && i.kind != isPass && i.kind != isFault })
	moves, more, err := play(f.Start, items)
	if err != nil {
		return Found{}, err
	}
	f.Moves, f.More = moves, f.More || more
	return f, nil
}

func setOf(squares []rules.Square) (set rules.Bitboard) {
	for _, s := range squares {
		set |= 1 << s
	}
	return set
}

// side finds out who is to move: what stands beside the board says so, else the squares
// that are marked or listed as those that may be played, else the text or its last sentence that is
// about one side, else the rules, if only one side can move.
func (b *board) side() (rules.Color, bool) {
	for _, text := range b.beside {
		if side, ok := b.reader.sideIn(text, true); ok {
			return side, true
		}
	}
	if side, ok := b.mover(b.marked); ok {
		return side, true
	}
	for _, r := range runsListed(b.reader.items(b.rest, message)) {
		if side, ok := b.mover(setOf(r)); ok {
			return side, true
		}
	}
	if side, ok := b.reader.sideIn(b.rest, false); ok {
		return side, true
	}
	for _, sentence := range slices.Backward(sentences.Split(b.rest, -1)) { // such as "White to move"
		side, ok := b.reader.sideIn(sentence, false)
		squares := setOf(run{items: b.reader.items(sentence, message)}.squares())
		if ok && (squares.IsEmpty() || squares == b.position.LegalFor(side)) {
			return side, true
		}
	}
	black, white := b.position.LegalFor(rules.Black), b.position.LegalFor(rules.White)
	switch {
	case white.IsEmpty(): // or the game is over
		return rules.Black, true
	case black.IsEmpty():
		return rules.White, true
	}
	return rules.Black, false
}

// mover is the side that may play just these squares, and false unless there is one.
func (b *board) mover(squares rules.Bitboard) (rules.Color, bool) {
	black, white := squares == b.position.LegalFor(rules.Black), squares == b.position.LegalFor(rules.White)
	if black {
		return rules.Black, !white
	}
	return rules.White, white
}

var sentences = regexp.MustCompile(`[.。\n]`)

// runsListed are the lists of squares in a text, with any words between squares.
func runsListed(list []item) (found [][]rules.Square) {
	var now []rules.Square
	words := 0
	for _, i := range append(list, item{kind: isSide}) {
		switch {
		case i.kind == isMove:
			now, words = append(now, i.square), 0
		case i.kind == isWord && words == 0 && len(now) > 0: // "and"
			words++
		case len(now) > 0:
			found, now, words = append(found, now), nil, 0
		}
	}
	return found
}
