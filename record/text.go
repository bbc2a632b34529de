package record

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"othellobot/rules"
)

// Reader reads games and boards as people and programs write them. The zero Reader knows English. Its fields
// add other words and symbols. Its methods are safe for concurrent use.
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
	Number int            // number of the game in a GGF text, from 1
	Passed bool           // the file has a pass after the last move
}

// Result is the result of reading a text.
type Result struct {
	Game
	OwnStart bool // the text gave Start; not set for a GGF game from the usual position
	HasMore  bool // the text holds more games, boards or moves
}

// End returns the position after the moves.
func (f Result) End() rules.Position {
	end, _ := rules.Replay(f.Start, f.Moves)
	return end
}

// Errors of [Reader.Read] and [Reader.Find].
var (
	ErrNoGame = errors.New("record: neither moves nor a board")
	ErrNoSide = errors.New("record: a board without the side to move")
)

// FaultError names the first word among moves that is no move, or that names the wrong side.
type FaultError struct {
	Number int // number of the expected move, from 1
	Word   string
}

func (e *FaultError) Error() string { return fmt.Sprintf("move %d: cannot read %q", e.Number, e.Word) }

// PassError reports a written pass where a move is possible.
type PassError struct {
	Number int // number of the next move, from 1
	Color  rules.Color
}

func (e *PassError) Error() string {
	return fmt.Sprintf("before move %d %v passes, and can move", e.Number, e.Color)
}

// Read reads a text that consists of moves, of a board with the side to move and optional moves after it, or
// of GGF. It reads one game, and sets More if it finds others. The error is [ErrNoGame] or [ErrNoSide], wraps
// [ErrNotGGF] or [ErrVariant], or is a [*FaultError], a [*PassError], a [*rules.ReplayError] or a
// [*rules.BoardSizeError].
func (r *Reader) Read(text string) (Result, error) { return r.read(text, whole) }

// Find reads the game in a message, which may have sentences around it. Without a board, fewer than three
// moves count only if they are numbered from 1 or follow the word "load". The errors are those of Read.
func (r *Reader) Find(text string) (Result, error) {
	return r.read(address.ReplaceAllString(text, " link "), message)
}

var address = regexp.MustCompile(`\S+://\S+`) // letters and digits in a URL are no moves

type scope uint8

const (
	whole   scope = iota // the text holds the game and hardly anything else
	message              // the text may have sentences around the game
)

// Board reads a board. sided reports whether the side to move is known. The error is a
// [*rules.BoardSizeError], a [*rules.BoardCharError], or [ErrNoGame] if only the length of a row is wrong.
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
		found.HasMore = true
		return found, nil
	}
	return r.onBoard(written, in)
}

func (r *Reader) onBoard(b *board, in scope) (f Result, err error) {
	f = Result{Game: Game{Start: b.position}, OwnStart: true, HasMore: b.more}
	side, ok := r.side(b)
	if !ok {
		return Result{}, ErrNoSide
	}
	f.Start.ToMove = side
	f.Start = afterPass(f.Start)
	items := slices.DeleteFunc(r.items(b.behind), func(i item) bool { return i.kind == isNumber || i.kind == isSide })
	if n := slices.IndexFunc(items, func(i item) bool { return i.kind == isWord }); in == message && n >= 0 {
		f.HasMore = f.HasMore || slices.ContainsFunc(runs(items[n:]), func(run []item) bool { return len(squares(run)) >= fewestMoves })
		items = items[:n] // only moves directly after the board belong to it
	}
	if list := squares(items); len(list) > 0 && rules.SetOf(list...) != f.Start.Legal() {
		var others []item
		f.Moves, others, err = play(f.Start, items)
		f.HasMore = f.HasMore || others != nil
	}
	return f, err
}

// Words and signs that every [Reader] knows, nearly all of them English.
var (
	english = map[string]rules.Color{"black": rules.Black, "white": rules.White, "dark": rules.Black, "light": rules.White}
	discs   = map[string]rules.Color{"x": rules.Black, "b": rules.Black, "o": rules.White, "w": rules.White}
	passes  = map[string]bool{"pass": true, "passes": true, "pa": true, "ps": true}
	turns   = map[string]bool{
		"to": true, "move": true, "play": true, "turn": true, "next": true, "player": true, "is": true, "it": true, "s": true, "side": true, "and": true, "win": true, "次は": true,
	}
)

func (r *Reader) sideNamed(word string) (rules.Color, bool) {
	if side, ok := english[word]; ok {
		return side, true
	}
	side, ok := r.Sides[word]
	return side, ok
}

var sentences = regexp.MustCompile(`[.。!;\n]`)

// side returns the side to move. A sentence that names it decides first, then the squares
// marked or listed as playable, then the rules if only one side can move.
func (r *Reader) side(b *board) (rules.Color, bool) {
	var said, marked [2]bool
	legal := [2]rules.Bitboard{b.position.LegalFor(rules.Black), b.position.LegalFor(rules.White)}
	mark := func(squares rules.Bitboard) {
		for side := range legal {
			marked[side] = marked[side] || squares == legal[side] && legal[0] != legal[1] && squares != 0
		}
	}
	for _, sentence := range sentences.Split(b.rest, -1) {
		items := r.items(sentence)
		mark(rules.SetOf(squares(items)...))
		if side, ok := r.turn(items); ok {
			said[side] = true
		}
	}
	if b.empty[0] != 0 && b.empty[1] != 0 {
		mark(b.empty[0])
		mark(b.empty[1])
	}
	can := [2]bool{!legal[0].IsEmpty(), !legal[1].IsEmpty()}
	for _, sides := range [][2]bool{said, marked, can} {
		if sides[rules.Black] != sides[rules.White] {
			if sides[rules.White] {
				return rules.White, true
			}
			return rules.Black, true
		}
	}
	return rules.Black, can == [2]bool{} // the game is over
}

// turn returns the side to move in a sentence of nothing but sides, discs, turn words, squares and numbers.
func (r *Reader) turn(sentence []item) (side rules.Color, ok bool) {
	var named, drawn [2]bool
	says, lists := false, false
	for _, i := range sentence {
		word := strings.TrimSuffix(i.text, "s") // as in "Whites turn", without the apostrophe
		disc, isDisc := discs[word]
		switch {
		case i.kind == isSide:
			named[i.side] = true
		case isDisc:
			drawn[disc] = true
		case i.kind == isMove, i.kind == isNumber:
			lists = true
		case turns[i.text] || r.Turns[i.text]:
			says = true
		default:
			if side, ok = r.sideNamed(word); !ok {
				return side, false
			}
			named[side] = true
		}
	}
	if named == [2]bool{} { // otherwise the letter of a disc may be a word, as in Italian
		named = drawn
	}
	if named[rules.White] {
		side = rules.White
	}
	return side, named[rules.Black] != named[rules.White] && (says || !lists)
}
