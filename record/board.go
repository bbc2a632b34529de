package record

import (
	"regexp"
	"slices"
	"strings"

	"othellobot/rules"
)

// board is a position that a text shows, without its side to move.
type board struct {
	reader   *Reader
	position rules.Position
	marked   rules.Bitboard // empty squares with a dot, by which programs show what can be played
	beside   []string       // the lines behind the board and before it
	ahead    string         // the text before the board
	rest     string         // the text without the board
	behind   string         // the text behind the board
	more     bool           // there is another board
}

// mostBoards bounds the boards that are looked for in a text.
const mostBoards = 4

// board returns the board of a text: drawn, in one line, or in words. It returns nil if the text
// has no board. The error says what is wrong with a malformed one.
func (r *Reader) board(text string) (found *board, err error) {
	rest := text
	for range mostBoards {
		at, err := spanIn(rest)
		if at.cells == "" && found == nil {
			found = r.inWords(text)
		}
		if at.cells == "" && found != nil {
			return found, nil
		}
		if at.cells == "" {
			return nil, err
		}
		next := boardOf(r, at.cells)
		next.beside = []string{firstLine(strings.TrimSpace(rest[at.end:])), lastLine(strings.TrimSpace(rest[:at.start]))}
		next.behind = rest[at.end:]
		rest = rest[:at.start] + "\n" + strings.Join(at.within, "\n") + "\n" + rest[at.end:]
		switch {
		case found == nil:
			found, next.ahead = next, text[:at.start]
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
	b := &board{reader: r}
	names, last := r.Discs.SubexpNames(), 0
	for _, at := range r.Discs.FindAllStringSubmatchIndex(text, -1) {
		if last == 0 {
			b.ahead = text[:at[0]]
		}
		b.rest, last = b.rest+text[last:at[0]]+"\n", at[1]
		for group := 1; group < len(names); group++ {
			if at[2*group] < 0 {
				continue
			}
			squares := setOf(squares(appendMoves(nil, text[at[2*group]:at[2*group+1]])))
			if names[group][0] == 'b' {
				b.position.Black |= squares
			} else {
				b.position.White |= squares
			}
		}
	}
	const middle = rules.Bitboard(1<<27 | 1<<28 | 1<<35 | 1<<36)
	if b.position.Black&b.position.White != 0 || (b.position.Black|b.position.White)&middle != middle {
		return nil
	}
	b.rest, b.behind = b.rest+text[last:], text[last:]
	return b
}

// valued is a move with what it is worth, as files of problems have them.
var valued = regexp.MustCompile(`\b[a-h][1-8]\s*:\s*[-+]?\d+`)

// found adds the side to move to a board, and what is played from there if moves behind it
// are meant.
func (b *board) found(in scope) (Found, error) {
	f := Found{Game: Game{Start: b.position}, Board: true, More: b.more}
	side, ok := b.side()
	if !ok {
		return Found{}, ErrNoSide
	}
	f.Start.ToMove = side
	f.Start = passed(f.Start)
	items := b.reader.items(valued.ReplaceAllString(b.behind, " "), in)
	list := squares(items)
	if in != whole || len(list) == 0 || setOf(list) == f.Start.Legal() {
		return f, nil
	}
	items = slices.DeleteFunc(items, func(i item) bool { return i.kind != isMove && i.kind != isPass && i.kind != isFault })
	moves, more, err := play(f.Start, items)
	f.Moves, f.More = moves, f.More || more
	return f, err
}

func setOf(squares []rules.Square) (set rules.Bitboard) {
	for _, s := range squares {
		set |= 1 << s
	}
	return set
}
