package recent_test

import (
	"testing"

	"othellobot/internal/recent"
)

func TestMap(t *testing.T) {
	var m recent.Map[string, int]
	want := func(key string, value int, known bool) {
		t.Helper()
		if got, is := m.Get(key); got != value || is != known {
			t.Errorf("%s has the value %d, %t; want %d, %t", key, got, is, value, known)
		}
	}
	want("a", 0, false)
	m.Put("a", 1)
	m.Put("b", 2)
	m.Change("a", func(n int, known bool) (int, bool) { return n + 10, known })
	m.Change("c", func(n int, known bool) (int, bool) { return n + 10, known })
	want("a", 11, true)
	want("c", 0, false)
	m.Forget("a", "z")
	want("a", 0, false)
	want("b", 2, true)
	m.ForgetAll(func(key string) bool { return key == "b" })
	want("b", 0, false)
}

func TestBounded(t *testing.T) {
	const keys = 25_000
	for most, m := range map[int]*recent.Map[int, bool]{10_000: {}, 100: {Size: 100}} {
		for n := range keys {
			m.Put(n, true)
		}
		kept := 0
		for n := range keys {
			is, _ := m.Get(n)
			if is {
				kept++
			}
			if !is && n >= keys-most {
				t.Fatalf("key %d of %d is forgotten", n, keys)
			}
		}
		if kept > 2*most {
			t.Errorf("%d keys are kept", kept)
		}
	}
}

func TestSet(t *testing.T) {
	var s recent.Set[string]
	if s.Has("a") || s.Take("a") || !s.Add("a") || s.Add("a") || !s.Has("a") || !s.Take("a") || s.Has("a") {
		t.Error("a key is not kept as long as it is in")
	}
}
