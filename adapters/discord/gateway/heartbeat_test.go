package gateway_test

import (
	"testing"
	"testing/synctest"
	"time"
)

// TestSilence leaves heartbeats without an answer. The times are those after READY.
func TestSilence(t *testing.T) {
	tests := []struct {
		name   string
		answer []bool        // for each heartbeat
		lost   time.Duration // 0 for never
		sent   int           // heartbeats until then
	}{
		{"none answered", nil, interval * 3 / 2, 2},
		{"first answered", []bool{true}, interval * 5 / 2, 3},
		{"second answered", []bool{false, true}, interval * 7 / 2, 4},
		{"every other", []bool{true, false, true, false, true, false, true, false, true, false, true}, 0, 11},
		{"all", []bool{true, true, true, true, true, true, true, true, true, true, true}, 0, 11},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := start(t, func(p *peer) {
					p.greet()
					if p.number > 0 {
						p.answer()
					}
					for i := 0; p.await(1); i++ {
						if i < len(test.answer) && test.answer[i] {
							p.send(`{"op":11}`)
						}
					}
				})
				began := time.Now()
				after(interval*21/2 - time.Second)
				p := r.connections()[0]
				lost := p.ended.Sub(began)
				switch {
				case test.lost == 0 && !p.ended.IsZero():
					t.Errorf("lost after %v, although every second heartbeat was answered\n%s", lost, r.logged)
				case test.lost > 0 && (p.ended.IsZero() || lost < test.lost || lost > test.lost+time.Second):
					t.Errorf("lost after %v, want %v", lost, test.lost)
				}
				if len(p.heartbeats) != test.sent {
					t.Errorf("%d heartbeats, want %d", len(p.heartbeats), test.sent)
				}
			})
		})
	}
}

// TestSlowAnswers answers every heartbeat just before the next.
func TestSlowAnswers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := start(t, func(p *peer) {
			p.greet()
			for p.await(1) {
				p.idle(interval - time.Second)
				p.send(`{"op":11}`)
			}
		})
		after(time.Hour)
		if n := len(r.connections()); n != 1 {
			t.Errorf("%d connections, want 1\n%s", n, r.logged)
		}
	})
}
