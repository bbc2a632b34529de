package exchange_test

import (
	"testing"

	"othellobot/adapters/internal/exchange"
)

func TestSet(t *testing.T) {
	var s exchange.Set
	if s.Has("a") || s.Take("a") || !s.Add("a") || s.Add("a") || !s.Has("a") || !s.Take("a") || s.Has("a") {
		t.Error("a name is not kept as long as it is in")
	}
}
