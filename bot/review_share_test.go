package bot_test

import (
	"strings"
	"testing"

	"othellobot/chat"
	"othellobot/internal/bottest"
	"othellobot/review"
)

// TestReviewIsSharedOnce checks that a user can share a review only once, even after opening it
// again, and that its page loses the button.
func TestReviewIsSharedOnce(t *testing.T) {
	s := newStage(t, limits)
	s.Judge, s.Review = bottest.Guessing, review.Limits{Positions: 1}
	s.restart()
	page := s.do(t, typed("ana", "review moves:"+wholeGame))
	first := s.do(t, pressed(t, "ana", "Share", page))
	if len(first.Effects) != 2 || first.Effects[0].Kind != chat.Edit || first.Effects[1].Kind != chat.Post || strings.Contains(shown(first), "[Share]") {
		t.Errorf("sharing does %v", shown(first))
	}
	s.restart() // or another process
	if got := whispered(t, s.do(t, pressed(t, "ana", "Share", page))); got != "You have already shared this." {
		t.Errorf("sharing it again is answered %q", got)
	}
	if again := s.do(t, pressed(t, "bo", "Share", s.do(t, typed("bo", "review moves:"+wholeGame)))); len(again.Effects) != 2 {
		t.Errorf("somebody else's sharing does %v", shown(again))
	}
}
