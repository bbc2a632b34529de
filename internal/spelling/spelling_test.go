package spelling_test

import (
	"testing"

	"othellobot/internal/spelling"
)

func TestDistance(t *testing.T) {
	for words, want := range map[[2]string]int{
		{"", ""}: 0, {"", "abc"}: 3, {"abc", ""}: 3, {"abc", "abc"}: 0,
		{"kitten", "sitting"}: 3, {"flaw", "lawn"}: 2, {"mvoe", "move"}: 1, {"ca", "abc"}: 3,
	} {
		if got := spelling.Distance(words[0], words[1]); got != want {
			t.Errorf("Distance(%q, %q) = %d, want %d", words[0], words[1], got, want)
		}
	}
}
