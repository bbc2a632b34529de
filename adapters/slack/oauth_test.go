package slack

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// A state is valid for ten minutes in every instance with the same secret, even if the instance's
// clock is five minutes behind.
func TestStates(t *testing.T) {
	a, other := oauth{secret: "secret"}, oauth{secret: "another"}
	now := time.Date(2026, time.January, 1, 12, 0, 0, 0, time.UTC)
	state := a.newState(now)
	for name, c := range map[string]struct {
		by    oauth
		state string
		after time.Duration
		want  bool
	}{
		"at once":            {a, state, 0, true},
		"after ten minutes":  {a, state, 10 * time.Minute, true},
		"too late":           {a, state, 10*time.Minute + time.Second, false},
		"by a clock ahead":   {a, state, -5 * time.Minute, true},
		"from the future":    {a, state, -5*time.Minute - time.Second, false},
		"by another":         {other, state, 0, false},
		"empty":              {a, "", 0, false},
		"no signature":       {a, state[:strings.LastIndexByte(state, '.')], 0, false},
		"an empty signature": {a, state[:strings.LastIndexByte(state, '.')+1], 0, false},
		"another time":       {a, strings.Replace(state, fmt.Sprint(now.Unix()), fmt.Sprint(now.Unix()+1), 1), 0, false},
		"another nonce":      {a, "A" + state[1:], 0, state[0] == 'A'},
		"signed nonsense":    {a, "x." + a.sign("x"), 0, false},
		"dots":               {a, "...", 0, false},
	} {
		if got := c.by.validState(c.state, now.Add(c.after)); got != c.want {
			t.Errorf("%s: %t", name, got)
		}
	}
	if a.newState(now) == state {
		t.Error("two states are the same")
	}
}
