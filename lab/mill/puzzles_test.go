package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"othellobot/engine"
	"othellobot/engine/analysis"
	"othellobot/puzzle"
	"othellobot/rules"
)

// TestPuzzlesReproducible makes the same stock with one worker and with three, and a
// different one with another seed.
func TestPuzzlesReproducible(t *testing.T) {
	folder := t.TempDir()
	find := func(name string, flags ...string) []byte {
		t.Helper()
		file := filepath.Join(folder, name)
		if _, err := running(t, append([]string{"puzzles", "-count", "3", "-out", file}, flags...)...); err != nil {
			t.Fatal(err)
		}
		return read(t, file)
	}
	one := find("one")
	if !bytes.Equal(find("three", "-workers", "3"), one) {
		t.Error("three workers find other puzzles")
	}
	if !bytes.Equal(find("one", "-seed", "1"), one) {
		t.Error("the old contents of the file are still there")
	}
	if bytes.Equal(find("seed", "-seed", "2"), one) {
		t.Error("another seed finds the same puzzles")
	}
}

// TestPuzzlesStop cancels the search: an old stock stays unchanged.
func TestPuzzlesStop(t *testing.T) {
	file := filepath.Join(t.TempDir(), "stock")
	if err := os.WriteFile(file, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out bytes.Buffer
	err := run(ctx, []string{"puzzles", "-out", file}, &out, &out)
	if !errors.Is(err, context.Canceled) || out.Len() > 0 || string(read(t, file)) != "old" {
		t.Errorf("%v, %s, %q", err, out.String(), read(t, file))
	}
}

// TestMiner looks for puzzles in some games. The puzzles of a kind must not depend on
// other wanted kinds. Only one move may win. It must find puzzles of each grade.
func TestMiner(t *testing.T) {
	m := newMiner(engine.Trained(), 3)
	solver := analysis.Analyst{Weights: engine.Trained(), Searcher: engine.NewSearcher(engine.Trained(), 1<<20)}
	var everything wanted
	for grade := range everything {
		for empties := range everything[grade] {
			everything[grade][empties] = true
		}
	}
	grades := make(map[puzzle.Grade]int)
	for n := range uint64(600) {
		found, err := m.game(t.Context(), n, &everything)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range found {
			grades[f.grade]++
			p := rules.Position{Black: f.Own, White: f.Opp}
			for _, line := range solver.Lines(t.Context(), p, engine.Limits{ExactEmpties: 64}) {
				if line.Square == f.Best && line.Value != float64(f.Margin) || line.Square != f.Best && line.Value > 0 {
					t.Errorf("game %d: %+v: %+v", n, f, line)
				}
			}
			var only wanted
			only[f.grade][f.Empties().Len()] = true
			want := slices.DeleteFunc(slices.Clone(found), func(g graded) bool {
				return g.grade != f.grade || g.Empties().Len() != f.Empties().Len()
			})
			if again, err := m.game(t.Context(), n, &only); err != nil || !slices.Equal(again, want) {
				t.Errorf("game %d: %v when only that is wanted, want %v, %v", n, again, want, err)
			}
		}
	}
	for grade := range puzzle.Grade(puzzle.Grades) {
		if grades[grade] == 0 {
			t.Errorf("no %v puzzles: %v", grade, grades)
		}
	}
}

// TestShelf offers puzzles to a shelf. It takes the hardest puzzle of a game and no shape
// twice. It respects the share of each number of empty squares, and takes at most a tenth
// of easy ones with corners.
func TestShelf(t *testing.T) {
	problem := func(best rules.Square, empties rules.Bitboard) puzzle.Problem {
		return puzzle.Problem{Own: ^empties &^ 0xff00, Opp: ^empties & 0xff00, Best: best, Margin: 2}
	}
	five, seven := rules.SetOf(0, 1, 2, 3, 4), rules.SetOf(0, 1, 2, 3, 4, 5, 6)
	s := newShelf(8)
	for _, test := range []struct {
		name  string
		found []graded
		want  string
	}{
		{"nothing", nil, "0 easy, 0 medium, 0 hard"},
		{"a corner where one in eight is too many", []graded{{problem(0, five), puzzle.Easy}}, "0 easy, 0 medium, 0 hard"},
		{"likewise a move that flips fewer discs", []graded{{problem(1, five), puzzle.Easy}}, "0 easy, 0 medium, 0 hard"},
		{"the hardest of a game", []graded{{problem(1, five), puzzle.Easy}, {problem(2, seven), puzzle.Hard}, {problem(3, seven), puzzle.Medium}}, "0 easy, 0 medium, 1 hard"},
		{"the same", []graded{{problem(2, seven), puzzle.Hard}}, "0 easy, 0 medium, 1 hard"},
		{"the same shape in another grade", []graded{{problem(2, seven), puzzle.Easy}}, "0 easy, 0 medium, 1 hard"},
		{"a second eighth", []graded{{problem(3, seven), puzzle.Hard}}, "0 easy, 0 medium, 1 hard"},
		{"too many empty squares for an easy one", []graded{{problem(3, seven), puzzle.Easy}}, "0 easy, 0 medium, 1 hard"},
		{"half of them", []graded{{problem(3, five), puzzle.Easy}}, "1 easy, 0 medium, 1 hard"},
		{"another number of empty squares", []graded{{problem(3, seven|1<<20), puzzle.Hard}}, "1 easy, 0 medium, 2 hard"},
	} {
		if s.take(test.found); s.contents() != test.want {
			t.Errorf("%s: %s, want %s", test.name, s.contents(), test.want)
		}
	}
	const want = "1 easy, 0 medium, 2 hard of 8 each, 100 games, 10/s"
	s.games = 100
	if got := s.progress(10 * time.Second); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	s.take([]graded{{problem(4, seven), puzzle.Medium}})
	if got, want := s.progress(10*time.Second), "1 easy, 1 medium, 2 hard of 8 each, 100 games, 10/s, 1m10s left"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
