package exchange

import "testing"

// Every state meets every event.
func TestNext(t *testing.T) {
	table := map[state]map[event]step{
		idle:    {change: line, stale: line, answer: none},
		sending: {change: line, stale: none, answer: none},
		wanted:  {change: merge, stale: merge, answer: join},
	}
	for s := idle; s <= wanted; s++ {
		for e := change; e <= answer; e++ {
			want, listed := table[s][e]
			if got := next(s, e); !listed || got != want {
				t.Errorf("state %d, event %d: step %d, want %d", s, e, got, want)
			}
		}
	}
}
