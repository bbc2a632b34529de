package bot_test

import (
	"fmt"
	"testing"

	"othellobot/chat"
	"othellobot/lesson"
	"othellobot/people"
)

// TestLessonsInAllLanguages shows each task and each answer.
func TestLessonsInAllLanguages(t *testing.T) {
	var lines []string
	for n := lesson.Rules; n <= lesson.Last; n++ {
		for _, m := range lesson.At(n).Moves {
			lines = append(lines, fmt.Sprintf("ana: /othello help learn %d", n), fmt.Sprintf("ana: [%v]", m.Square))
		}
	}
	goldenInAllLanguages(t, "testdata/lessons.txt", append(lines, "ana: /othello stats")...)
}

// TestLessonNotStored checks that a lesson counts as finished only if that is stored.
func TestLessonNotStored(t *testing.T) {
	s := newStage(t, limits)
	posed := s.do(t, typed("ana", "help learn"))
	right := pressed(t, "ana", lesson.At(lesson.Rules).Moves[0].Square.String(), posed)
	s.Ports = people.PortsOf(fullPeople{s.store}, timing)
	if r, err := s.Handle(t.Context(), right); err != nil || r.Trouble != chat.Unsaved {
		t.Errorf("a move that is not stored is answered %v, %v", r, err)
	}
	s.Ports = people.PortsOf(s.store, timing)
	says(t, s.do(t, typed("ana", "help learn")), "Lesson 1 of 10…")
	says(t, s.do(t, right), "Lesson 1 of 10\nc3 flips d3, c4 and d4…")
	says(t, s.do(t, typed("ana", "help learn")), "Lesson 2 of 10…")
}

// TestLessonControls refuses lessons and squares that do not exist.
func TestLessonControls(t *testing.T) {
	s := newStage(t, limits)
	for _, control := range []string{"0", "11", "-1", "x", "1:a1", "1:c3:0", "1:c3:x", "2:c3", "c3"} {
		says(t, s.do(t, press("ana", "o1:0:0:learn:"+control)), "That button…")
	}
	says(t, s.do(t, press("ana", "o1:0:3:learn")), "Lesson 1 of 10…") // a button of an earlier version
}
