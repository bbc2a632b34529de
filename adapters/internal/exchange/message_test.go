package exchange

import "testing"

// Every state meets every event.
func TestNext(t *testing.T) {
	type to struct {
		state state
		step  step
	}
	table := map[state]map[event]to{
		idle: {
			change: {wanted, line}, answer: {wanted, hold}, turn: {sending, none}, begin: {sending, none}, end: {idle, none},
		},
		sending: {
			change: {wanted, line}, answer: {wanted, hold}, turn: {sending, none}, begin: {sending, none}, end: {idle, none},
		},
		wanted: {
			change: {wanted, merge}, answer: {wanted, replace}, turn: {sending, none}, begin: {wanted, none}, end: {wanted, none},
		},
	}
	for s := idle; s <= wanted; s++ {
		for e := change; e <= end; e++ {
			want, listed := table[s][e]
			if state, step := next(s, e); !listed || (to{state, step}) != want {
				t.Errorf("state %d, event %d: %d and %d, want %+v", s, e, state, step, want)
			}
		}
	}
}
