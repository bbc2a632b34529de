package recent_test

import (
	"testing"

	"othellobot/internal/recent"
)

func TestSet(t *testing.T) {
	var s recent.Set[string]
	if s.Has("a") || s.Take("a") || !s.Add("a") || s.Add("a") || !s.Has("a") || !s.Take("a") || s.Has("a") {
		t.Error("a key is not kept as long as it is in")
	}
}
