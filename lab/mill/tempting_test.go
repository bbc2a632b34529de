package main

import (
	"testing"

	"othellobot/puzzle"
	"othellobot/rules"
)

// TestTempting computes the tempting moves of every tenth puzzle square by square.
func TestTempting(t *testing.T) {
	for n := 1; n <= puzzle.Count(puzzle.Hard); n += 10 {
		p := puzzle.At(puzzle.Hard, n)
		legal, most := p.Position.Legal(), 0
		for s := range legal.Squares() {
			most = max(most, p.Position.Flips(s).Len())
		}
		got := tempting(p.Position, p.Best)
		for s := range rules.NoSquare {
			onEdge := s.Row() == 0 || s.Row() == 7 || s.Column() == 0 || s.Column() == 7
			want := legal.Has(s) && (s == p.Best || onEdge || p.Position.Flips(s).Len() == most)
			if got.Has(s) != want {
				t.Errorf("%v: %v tempts: %v", p, s, !want)
			}
		}
	}
}

// TestShapesDiffer checks that no two puzzles of the stock look alike.
func TestShapesDiffer(t *testing.T) {
	shapes := make(map[puzzle.Problem]puzzle.ID)
	for grade := range puzzle.Grade(puzzle.Grades) {
		for n := range puzzle.Count(grade) {
			p := puzzle.At(grade, n+1)
			s := shape(puzzle.Problem{Own: p.Position.Black, Opp: p.Position.White, Best: p.Best})
			if before, known := shapes[s]; known {
				t.Errorf("%v looks like %v", p.ID, before)
			}
			shapes[s] = p.ID
		}
	}
}
