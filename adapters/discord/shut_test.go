package discord

import (
	"strconv"
	"sync"
	"testing"
)

func TestShutOutIsToldOnce(t *testing.T) {
	var s shutOut
	if s.take("c") {
		t.Error("a channel is shut before anything happened")
	}
	s.add("c")
	s.add("c")
	s.add("d")
	if !s.has("c") || !s.has("d") || s.has("e") {
		t.Error("it is not known which channels are shut")
	}
	if !s.take("c") || s.take("c") || s.has("c") {
		t.Error("a shut channel is not told of exactly once")
	}
	if !s.take("d") {
		t.Error("the other channel is forgotten")
	}
}

func TestShutOutIsBounded(t *testing.T) {
	var s shutOut
	var all sync.WaitGroup
	for i := range 3*maxShut + 1 {
		all.Go(func() { s.add(strconv.Itoa(i)) })
	}
	all.Wait()
	if n := len(s.channels); n == 0 || n > maxShut {
		t.Errorf("%d channels are remembered, want at most %d", n, maxShut)
	}
	s.add("last")
	if !s.take("last") {
		t.Error("the newest is forgotten")
	}
}
