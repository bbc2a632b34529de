package discord

import (
	"testing"
	"testing/synctest"
	"time"
)

func TestMissingIsConfirmed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var m missing
		at := func(id string, want bool) {
			t.Helper()
			if got := m.confirms(id); got != want {
				t.Errorf("%s is confirmed is %t", id, got)
			}
		}
		at("a", false)
		at("b", false)
		time.Sleep(confirmedAfter - time.Nanosecond)
		at("a", false)
		time.Sleep(time.Nanosecond)
		m.Forget("b")
		at("a", true)
		at("a", false) // it was forgotten, and is looked for anew
		at("b", false)
	})
}
