package engine

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"testing"

	"othellobot/rules"
)

// TestOwnBook reads the book that comes with the program. It must be small and hold the
// starting position.
func TestOwnBook(t *testing.T) {
	const mostBytes = 1 << 20
	entries, settings, whole, err := ReadBook(ownBook)
	if err != nil || whole != len(ownBook) || whole > mostBytes {
		t.Fatalf("%d of %d bytes, %v", whole, len(ownBook), err)
	}
	t.Logf("%d positions, %d bytes, %s", len(entries), whole, settings)
	seen := make(map[board]bool)
	for _, e := range entries {
		if b := (board{e.Own, e.Opp}); seen[b] {
			t.Errorf("%+v is there twice", b)
		} else {
			seen[b] = true
		}
	}
	if moves := OwnBook().Moves(rules.Start()); len(moves) != 4 {
		t.Errorf("it begins with %v", moves)
	}
}

// TestBookPropagatesValues uses a book of two plies: a move takes its value from the best reply.
func TestBookPropagatesValues(t *testing.T) {
	start := rules.Start()
	first := play(t, start, 19) // d3
	b := NewBook([]BookEntry{
		NewBookEntry(start, []RatedMove{{19, 1}}),
		NewBookEntry(first, []RatedMove{{18, 2}, {20, 3}}),
	})
	// All four first moves are images of d3. The entry has one of them.
	if best, ok := b.Best(start); !ok || best != (RatedMove{19, -3}) {
		t.Errorf("%+v, %v", best, ok)
	}
	if moves := b.Moves(first); !slices.Equal(moves, []RatedMove{{20, 3}, {18, 2}}) {
		t.Errorf("%+v", moves)
	}
	if _, ok := b.Choose(play(t, first, 18), 1); ok {
		t.Error("the book goes on behind its end")
	}
}

// TestBookFindsImages looks up positions turned, mirrored and with exchanged colours.
func TestBookFindsImages(t *testing.T) {
	p := rules.Start()
	for _, s := range []rules.Square{37, 45, 44, 29} { // f5f6e6f4, which is not its own image
		p = play(t, p, s)
	}
	var moves []RatedMove
	for s := range p.Legal().Squares() {
		moves = append(moves, RatedMove{s, -float64(s)})
	}
	b := NewBook([]BookEntry{NewBookEntry(p, moves)})
	for turn := range rules.Symmetries {
		q := turn.Position(p)
		for _, exchanged := range []bool{false, true} {
			if exchanged {
				q = rules.Position{Black: q.White, White: q.Black, ToMove: q.ToMove.Opponent()}
			}
			for i, m := range b.Moves(q) {
				if want := (RatedMove{turn.Square(moves[i].Square), moves[i].Value}); m != want {
					t.Errorf("symmetry %d, colours exchanged %v: %+v, want %+v", turn, exchanged, m, want)
				}
			}
			if n := len(b.Moves(q)); n != len(moves) {
				t.Errorf("symmetry %d: %d moves", turn, n)
			}
		}
	}
}

// TestBookChoosesGoodMoves chooses many times. Equal moves come about equally often, a
// slightly worse one now and then, a bad one never.
func TestBookChoosesGoodMoves(t *testing.T) {
	p := play(t, play(t, rules.Start(), 37), 45) // f5f6
	b := NewBook([]BookEntry{NewBookEntry(p, []RatedMove{{44, 1}, {19, 1}, {26, 0.5}, {53, -2}})})
	chosen := make(map[RatedMove]int)
	for seed := range uint64(300) {
		m, ok := b.Choose(p, seed)
		again, _ := b.Choose(p, seed)
		if !ok || m != again {
			t.Fatalf("%+v, then %+v", m, again)
		}
		chosen[m]++
	}
	if a, b, worse := chosen[RatedMove{44, 1}], chosen[RatedMove{19, 1}], chosen[RatedMove{26, 0.5}]; a < 90 || b < 90 || worse < 10 || worse > 60 || a+b+worse != 300 {
		t.Errorf("%v", chosen)
	}
}

// TestLevelsWithABook chooses moves at the start of a game. Levels with a book take its
// moves without a search, even while no searcher is free.
func TestLevelsWithABook(t *testing.T) {
	e := New(1, testMemory)
	p := play(t, rules.Start(), 37) // f5
	for n := 1; n <= Levels; n++ {
		if want := n >= 14; Level(n).Book != want {
			t.Errorf("level %d has a book: %v", n, !want)
		}
	}
	for range 2 { // both searchers are lent
		if _, err := e.pool.borrow(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	for seed := range uint64(20) {
		want, ok := OwnBook().Choose(p, seed)
		got, err := e.Choose(t.Context(), p, Levels, seed)
		if err != nil || !ok || got != want.Square {
			t.Errorf("%v, %v; the book has %v, %v", got, err, want, ok)
		}
	}
	if _, err := e.Choose(canceled(t), p, 10, 1); err == nil {
		t.Error("a move for a cancelled request")
	}
}

// TestReadBookRefuses reads two entries with the second cut off or spoiled, or with a spoiled header.
func TestReadBookRefuses(t *testing.T) {
	header := bytes.IndexByte(ownBook, '\n') + 1
	_, first, _ := readBookEntry(ownBook[header:])
	entry, second, _ := readBookEntry(ownBook[header+first:])
	file := slices.Clone(ownBook[:header+first+second])
	for cut := 1; cut < second; cut++ {
		read, _, whole, err := ReadBook(file[:len(file)-cut])
		if !errors.Is(err, io.ErrUnexpectedEOF) || len(read) != 1 || whole != len(file)-second {
			t.Errorf("cut by %d: %d entries in %d bytes, %v", cut, len(read), whole, err)
		}
	}
	last := file[len(file)-second:]
	for name, spoil := range map[string]func(){
		"another beginning":   func() { file[0] = 'x' },
		"no settings":         func() { file[header-1] = ' ' },
		"an image":            func() { slices.Reverse(last[:8]); slices.Reverse(last[8:16]) },
		"discs on one square": func() { last[8], last[3] = 0xff, 0xff },
		"an illegal move":     func() { last[17] = byte(entry.Own.First()) },
		"a move twice":        func() { copy(last[20:], last[17:20]) },
		"no square":           func() { last[17] = 64 },
		"no moves":            func() { last[16] = 0 },
	} {
		whole := slices.Clone(file)
		spoil()
		if _, _, _, err := ReadBook(file); !errors.Is(err, ErrNotBook) {
			t.Errorf("%s: %v", name, err)
		}
		copy(file, whole)
	}
	if _, _, _, err := ReadBook(file); err != nil {
		t.Errorf("unspoiled: %v", err)
	}
}

func FuzzReadBook(f *testing.F) {
	f.Add(ownBook[:200])
	f.Fuzz(func(t *testing.T, file []byte) {
		entries, _, whole, err := ReadBook(file)
		if whole > len(file) || err == nil && whole < len(file) {
			t.Errorf("%d of %d bytes, %v", whole, len(file), err)
		}
		NewBook(entries).Moves(rules.Start())
	})
}
