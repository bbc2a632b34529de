package slack

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"
)

func TestTimedSet(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s timedSet
		s.add("a", time.Minute)
		s.add("b", time.Hour)
		for _, c := range []struct {
			after time.Duration
			a, b  bool
		}{{0, true, true}, {59 * time.Second, true, true}, {time.Second, false, true}, {time.Hour, false, false}} {
			time.Sleep(c.after)
			if s.has("a") != c.a || s.has("b") != c.b {
				t.Errorf("after %v more it has a: %t, b: %t", c.after, s.has("a"), s.has("b"))
			}
		}
		s.add("a", time.Hour)
		if s.drop("a"); s.has("a") {
			t.Error("what was dropped is still in it")
		}
		for i := range 10 * maxTimed {
			s.add(fmt.Sprint(i), time.Hour)
		}
		if len(s.until) > maxTimed {
			t.Errorf("it has %d names", len(s.until))
		}
	})
}
