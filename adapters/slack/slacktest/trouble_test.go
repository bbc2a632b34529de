package slacktest

import (
	"strings"
	"testing"
)

func TestUnknownMethodsFailTheTest(t *testing.T) {
	watched := &spy{TB: t}
	s := New(watched)
	if _, err := api(s, s.BotToken()).GetEmoji(); code(err) != "unknown_method" {
		t.Errorf("emoji.list gives %v", err)
	}
	if found := watched.failures(); len(found) != 1 || !strings.Contains(found[0], "emoji.list is no method") {
		t.Errorf("the test fails with %q", found)
	}
}
