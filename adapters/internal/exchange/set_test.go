package exchange_test

import (
	"strconv"
	"testing"

	"othellobot/adapters/internal/exchange"
)

func TestSet(t *testing.T) {
	var s exchange.Set
	if s.Has("a") || s.Take("a") || !s.Add("a") || s.Add("a") || !s.Has("a") || !s.Take("a") || s.Has("a") {
		t.Error("a name is not kept as long as it is in")
	}
}

func TestSetIsBounded(t *testing.T) {
	var s exchange.Set
	const names = 25_000
	for n := range names {
		s.Add(strconv.Itoa(n))
	}
	kept := 0
	for n := range names {
		if s.Has(strconv.Itoa(n)) {
			kept++
		}
	}
	if kept > 10_000 || !s.Has(strconv.Itoa(names-1)) {
		t.Errorf("%d names are kept, the last one: %v", kept, s.Has(strconv.Itoa(names-1)))
	}
}
