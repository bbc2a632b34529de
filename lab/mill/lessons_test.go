package main

import (
	"path/filepath"
	"testing"

	"othellobot/lesson"
)

// TestLessonsShowTheirPoint judges the bot's lessons as the miner does, and writes them again.
func TestLessonsShowTheirPoint(t *testing.T) {
	var all []scene
	for n := lesson.Corners; n <= lesson.Last; n++ {
		s := scene{Lesson: lesson.At(n)}
		if empties := s.Position.Empties().Len(); empties < topics[n].fewest || empties > topics[n].most || topics[n].point(s) == 0 {
			t.Errorf("lesson %d has %d empty squares and shows its point %d times", n, empties, topics[n].point(s))
		}
		all = append(all, s)
	}
	text, err := formatLessons(all)
	if err != nil || string(text) != string(read(t, "../../lesson/table.go")) {
		t.Errorf("%v; the lessons change when they are written:\n%s", err, text)
	}
}

// TestLessonsReproducible finds positions in a few games, twice the same.
func TestLessonsReproducible(t *testing.T) {
	find := func(name string) string {
		file := filepath.Join(t.TempDir(), name)
		if _, err := running(t, "lessons", "-games", "20", "-out", file); err != nil {
			t.Fatal(err)
		}
		return string(read(t, file))
	}
	if one := find("one"); one != find("two") {
		t.Error("the same games give other lessons")
	}
}
