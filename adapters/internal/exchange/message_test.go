package exchange

import (
	"testing"

	"othellobot/chat"
)

func TestNext(t *testing.T) {
	table := map[state]map[event]step{
		idle:    {change: enqueue, stale: enqueue, answer: none},
		sending: {change: enqueue, stale: none, answer: none},
		wanted:  {change: merge, stale: merge, answer: replace},
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

// If only one of two Refreshes has reserved the message, the merged Refresh is reserved and has that
// Refresh's Redraw.
func TestMerged(t *testing.T) {
	show := func(reserved, redraw bool, version uint32) chat.Effect {
		return chat.Effect{Kind: chat.Refresh, Reserved: reserved, Redraw: redraw, Subject: chat.Subject{Version: version}}
	}
	for _, c := range []struct{ reserved, redraw, thenReserved, thenRedraw, wantReserved, wantRedraw bool }{
		{},
		{redraw: true},
		{redraw: true, thenRedraw: true, wantRedraw: true},
		{reserved: true, redraw: true, wantReserved: true, wantRedraw: true},
		{redraw: true, thenReserved: true, wantReserved: true},
		{thenReserved: true, thenRedraw: true, wantReserved: true, wantRedraw: true},
	} {
		got := merged(show(c.reserved, c.redraw, 3), show(c.thenReserved, c.thenRedraw, 2))
		if got.Reserved != c.wantReserved || got.Redraw != c.wantRedraw || got.Subject.Version != 3 {
			t.Errorf("%+v: %+v", c, got)
		}
	}
}
