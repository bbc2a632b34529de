package record

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"othellobot/rules"
)

// Reader reads games and boards as people and programs write them down. The zero Reader
// knows English; words and symbols that others use are given to it. Its methods may be
// called concurrently.
type Reader struct {
	Sides   map[string]rules.Color // names of the sides, in lower case
	Passes  map[string]bool        // words for a pass, in lower case
	Turns   map[string]bool        // words that stand beside a side to say that it is to move, in lower case
	Symbols *strings.Replacer      // writes the symbols of drawn boards as X, O, - and .; nil: there are none
	Discs   *regexp.Regexp         // boards in words; its groups begin with b or w, for whose squares they hold; nil: there are none
}

// Game is a game that was written down.
type Game struct {
	Start  rules.Position
	Moves  []rules.Square // from Start; passes left out
	Number int            // of the game in a text of several in GGF, from 1
	Passed bool           // the file has a pass behind the last move
}

// Found is the result of reading a text.
type Found struct {
	Game
	Board bool // Start was written down; else it is the usual start
	More  bool // the text holds another game
}

// End returns the position after the moves, which are legal.
func (f Found) End() rules.Position {
	end, _ := rules.Replay(f.Start, f.Moves)
	return end
}

// Errors of [Reader.Read] and [Reader.Find].
var (
	ErrNothing = errors.New("record: neither moves nor a board")
	ErrNoSide  = errors.New("record: a board without the side to move")
)

// FaultError names the first word among moves that is not a move.
type FaultError struct {
	Number int // of the move that is expected there, from 1
	Word   string
}

func (e *FaultError) Error() string { return fmt.Sprintf("move %d: cannot read %q", e.Number, e.Word) }

// PassError says that a pass was written where a move is possible.
type PassError struct {
	Number int // of the next move, from 1
	Color  rules.Color
}

func (e *PassError) Error() string {
	return fmt.Sprintf("before move %d %v passes, and can move", e.Number, e.Color)
}

// Read reads a text that is moves, a board with the side to move, perhaps with moves
// behind it, or GGF. It reads all moves or none. The error is one of [ErrNothing] and
// [ErrNoSide], wraps [ErrNotGGF] or [ErrVariant], or is a [*FaultError], a [*PassError], a
// [*rules.ReplayError] or a [*rules.BoardSizeError].
func (r *Reader) Read(text string) (Found, error) { return r.read(text, whole) }

// Find reads the game in a message, which may hold sentences around it. Fewer than three moves
// are not a game there. Its errors are those of Read.
func (r *Reader) Find(text string) (Found, error) {
	return r.read(address.ReplaceAllString(text, " link "), message)
}

// address matches the address of a page. Read in a message, it holds no moves.
var address = regexp.MustCompile(`\S+://\S+`)

// scope says what a text may hold beside moves.
type scope uint8

const (
	whole   scope = iota // little else
	message              // sentences
)

// Board reads a board, and reports whether the text says who is to move on it. The error is a
// [*rules.BoardSizeError] or a [*rules.BoardCharError].
func (r *Reader) Board(text string) (p rules.Position, sided bool, err error) {
	text = r.plain(text)
	written, err := r.board(text)
	if written == nil && err == nil {
		_, err = rules.ParseBoard(text, rules.Black)
	}
	if err != nil {
		return p, false, err
	}
	p = written.position
	p.ToMove, sided = r.side(written)
	return p, sided, nil
}

func (r *Reader) read(text string, in scope) (Found, error) {
	if strings.Contains(text, "(;") {
		games, err := ReadGGF(text)
		if len(games) == 0 {
			return Found{}, err
		}
		return Found{games[0], games[0].Start != rules.Start(), len(games) > 1 || err != nil}, nil
	}
	text = r.plain(text)
	written, err := r.board(text)
	switch {
	case written == nil && (err == nil || in == message):
		return readMoves(r.items(text), in)
	case err != nil:
		return Found{}, err
	}
	found := Found{Game: Game{Start: rules.Start()}}
	for _, run := range runs(r.items(written.rest)) {
		found.Moves, _, err = play(found.Start, run)
		if p := written.position; err == nil && found.End().Black == p.Black && found.End().White == p.White {
			return found, nil // the board shows what the moves lead to
		}
	}
	if found, err = readMoves(r.items(written.ahead), message); err == nil {
		found.More = true
		return found, nil
	}
	return r.onBoard(written, in)
}

// onBoard adds the side to move to a board, and what is played from there if moves behind it
// are meant.
func (r *Reader) onBoard(b *board, in scope) (f Found, err error) {
	f = Found{Game: Game{Start: b.position}, Board: true, More: b.more}
	side, ok := r.side(b)
	if !ok {
		return Found{}, ErrNoSide
	}
	f.Start.ToMove = side
	f.Start = passed(f.Start)
	items := slices.DeleteFunc(r.items(b.behind), func(i item) bool { return i.kind == isNumber || i.kind == isSide })
	if n := slices.IndexFunc(items, func(i item) bool { return i.kind == isWord }); in == message && n >= 0 {
		f.More = f.More || slices.ContainsFunc(runs(items[n:]), func(run []item) bool { return len(squares(run)) >= fewest })
		items = items[:n] // directly behind the board
	}
	if list := squares(items); len(list) > 0 && rules.SetOf(list...) != f.Start.Legal() {
		var others []item
		f.Moves, others, err = play(f.Start, items)
		f.More = f.More || others != nil
	}
	return f, err
}
