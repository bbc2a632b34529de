package record

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"othellobot/rules"
)

// Reader reads games and boards as people and programs write them. The zero Reader knows
// English. Its fields add other words and symbols. Its methods are safe for concurrent
// use.
type Reader struct {
	Sides   map[string]rules.Color // names of the sides, in lower case
	Passes  map[string]bool        // words for a pass, in lower case
	Turns   map[string]bool        // words that mark a side as the side to move, in lower case
	Symbols *strings.Replacer      // replaces the symbols of drawn boards by X, O, - and .; nil if there are no such symbols
	Discs   *regexp.Regexp         // matches the discs of a board in words: groups named b… and w… match squares; nil if there are no such boards
}

// Game is a game read from a text.
type Game struct {
	Start  rules.Position
	Moves  []rules.Square // from Start, without passes
	Number int            // of the game in a GGF text, from 1
	Passed bool           // the file has a pass after the last move
}

// Result is the result of reading a text.
type Result struct {
	Game
	Board bool // the text gave Start; otherwise it is the usual position
	More  bool // the text holds another game
}

// End returns the position after the moves.
func (f Result) End() rules.Position {
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
	Number int // of the expected move, from 1
	Word   string
}

func (e *FaultError) Error() string { return fmt.Sprintf("move %d: cannot read %q", e.Number, e.Word) }

// PassError reports a written pass where a move is possible.
type PassError struct {
	Number int // of the next move, from 1
	Color  rules.Color
}

func (e *PassError) Error() string {
	return fmt.Sprintf("before move %d %v passes, and can move", e.Number, e.Color)
}

// Read reads a text that consists of moves, of a board with the side to move and optional
// moves after it, or of GGF. It reads all moves or none. The error is [ErrNothing] or
// [ErrNoSide], wraps [ErrNotGGF] or [ErrVariant], or is a [*FaultError], a [*PassError],
// a [*rules.ReplayError] or a [*rules.BoardSizeError].
func (r *Reader) Read(text string) (Result, error) { return r.read(text, whole) }

// Find reads the game in a message, which may have sentences around it. Without a board, fewer
// than three moves count as a game only if they are numbered from 1 or follow the word
// "load". The errors of Find are those of Read.
func (r *Reader) Find(text string) (Result, error) {
	return r.read(address.ReplaceAllString(text, " link "), message)
}

var address = regexp.MustCompile(`\S+://\S+`) // a URL holds no moves

type scope uint8

const (
	whole   scope = iota // the text holds the game and hardly anything else
	message              // the text may have sentences around the game
)

// Board reads a board. sided reports whether the side to move is known. The error is a
// [*rules.BoardSizeError], a [*rules.BoardCharError], or [ErrNothing] if only the length of a
// row is wrong.
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

func (r *Reader) read(text string, in scope) (Result, error) {
	if strings.Contains(text, "(;") {
		games, err := ReadGGF(text)
		if len(games) == 0 {
			return Result{}, err
		}
		return Result{games[0], games[0].Start != rules.Start(), len(games) > 1 || err != nil}, nil
	}
	text = r.plain(text)
	written, err := r.board(text)
	switch {
	case written == nil && (err == nil || in == message):
		return readMoves(r.items(text), in)
	case err != nil:
		return Result{}, err
	}
	found := Result{Game: Game{Start: rules.Start()}}
	for _, run := range runs(r.items(written.rest)) {
		found.Moves, _, err = play(found.Start, run)
		if p := written.position; err == nil && found.End().Black == p.Black && found.End().White == p.White {
			return found, nil // the board shows the position after the moves
		}
	}
	if found, err = readMoves(r.items(written.ahead), message); err == nil {
		found.More = true
		return found, nil
	}
	return r.onBoard(written, in)
}

func (r *Reader) onBoard(b *board, in scope) (f Result, err error) {
	f = Result{Game: Game{Start: b.position}, Board: true, More: b.more}
	side, ok := r.side(b)
	if !ok {
		return Result{}, ErrNoSide
	}
	f.Start.ToMove = side
	f.Start = passed(f.Start)
	items := slices.DeleteFunc(r.items(b.behind), func(i item) bool { return i.kind == isNumber || i.kind == isSide })
	if n := slices.IndexFunc(items, func(i item) bool { return i.kind == isWord }); in == message && n >= 0 {
		f.More = f.More || slices.ContainsFunc(runs(items[n:]), func(run []item) bool { return len(squares(run)) >= fewestMoves })
		items = items[:n] // only moves directly after the board belong to it
	}
	if list := squares(items); len(list) > 0 && rules.SetOf(list...) != f.Start.Legal() {
		var others []item
		f.Moves, others, err = play(f.Start, items)
		f.More = f.More || others != nil
	}
	return f, err
}
