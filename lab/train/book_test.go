package train

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"othellobot/engine"
	"othellobot/rules"
)

// entriesOf adds count entries to the given ones.
func entriesOf(t *testing.T, count int, entries []engine.BookEntry) []engine.BookEntry {
	t.Helper()
	m := NewBookMaker(BookSettings{Weights: engine.Trained(), Depth: 2, Reach: 2}, slices.Clone(entries))
	for range count {
		e, added, err := m.Add(t.Context())
		if err != nil || !added {
			t.Fatalf("added %v, %v", added, err)
		}
		entries = append(entries, e)
	}
	return entries
}

// TestBookGrows makes the same book at once and in two parts. Moves of earlier entries must
// lead to each position. No move may be worse than the best by more than the reach.
func TestBookGrows(t *testing.T) {
	const all, part = 80, 33
	entries := entriesOf(t, all, nil)
	type discs struct{ own, opp rules.Bitboard }
	behind := make(map[discs]bool)
	add := func(p rules.Position) {
		image := engine.NewBookEntry(p, nil)
		behind[discs{image.Own, image.Opp}] = true
	}
	add(rules.Start())
	for i, e := range entries {
		if !behind[discs{e.Own, e.Opp}] {
			t.Errorf("entry %d is behind no other: %+v", i, e)
		}
		for _, m := range e.Moves {
			next, err := e.Position().Play(m.Square)
			if err != nil || m.Value < e.Moves[0].Value-2 {
				t.Errorf("entry %d: %+v, %v", i, m, err)
			}
			add(next)
		}
	}
	parts := entriesOf(t, all-part, entriesOf(t, part, nil))
	if !slices.EqualFunc(entries, parts, func(a, b engine.BookEntry) bool {
		return a.Own == b.Own && a.Opp == b.Opp && slices.Equal(a.Moves, b.Moves)
	}) {
		t.Error("the book made in two parts differs")
	}
}

// TestBookFollowsLikelyMoves has a book of the first move and two replies. The worse reply
// loses 0.625 discs, the cost of two and a half plies. The book must follow the better reply
// for two plies before it adds the worse one.
func TestBookFollowsLikelyMoves(t *testing.T) {
	start := rules.Start()
	first, _ := start.Play(19)
	better, _ := first.Play(18)
	worse, _ := first.Play(20)
	entries := []engine.BookEntry{
		engine.NewBookEntry(start, []engine.RatedMove{{Square: 19, Value: -1}}),
		engine.NewBookEntry(first, []engine.RatedMove{{Square: 18, Value: 1}, {Square: 20, Value: 0.375}}),
	}
	value := -1.0
	for at := better; at.Empties().Len() > 55; value = -value {
		p, found := nextForBook(engine.NewBook(entries))
		if want := engine.NewBookEntry(at, nil).Position(); !found || p != want {
			t.Fatalf("next is %v, want %v", p, want)
		}
		move := at.Legal().First()
		entries = append(entries, engine.NewBookEntry(at, []engine.RatedMove{{Square: move, Value: value}}))
		at, _ = at.Play(move)
	}
	p, _ := nextForBook(engine.NewBook(entries))
	if want := engine.NewBookEntry(worse, nil).Position(); p != want {
		t.Errorf("next is %v, want %v", p, want)
	}
}

func TestBookStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	m := NewBookMaker(BookSettings{Weights: engine.Trained(), Depth: 2, Reach: 2}, nil)
	if _, added, err := m.Add(ctx); added || !errors.Is(err, context.Canceled) {
		t.Errorf("added %v, %v", added, err)
	}
}

// TestBookRoundTrip writes entries and reads them again.
func TestBookRoundTrip(t *testing.T) {
	entries := entriesOf(t, 20, nil)
	file := []byte(engine.BookHeader + "of a test\n")
	for _, e := range entries {
		file = AppendBookEntry(file, e)
	}
	read, settings, whole, err := engine.ReadBook(file)
	if err != nil || settings != "of a test" || whole != len(file) || len(read) != len(entries) {
		t.Fatalf("%d entries, %q, %d bytes of %d, %v", len(read), settings, whole, len(file), err)
	}
	for i, e := range entries {
		if read[i].Own != e.Own || read[i].Opp != e.Opp || !slices.EqualFunc(read[i].Moves, e.Moves, func(a, b engine.RatedMove) bool {
			return a.Square == b.Square && math.Abs(a.Value-b.Value) <= 0.5/engine.BookUnit
		}) {
			t.Errorf("%+v, want %+v", read[i], e)
		}
	}
}
