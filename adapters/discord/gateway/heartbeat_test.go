package gateway_test

import (
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/internal/fake"
)

func TestSilence(t *testing.T) {
	tests := []struct {
		name     string
		answered int           // number of heartbeats that Discord answers before it stops
		lost     time.Duration // time from the first heartbeat to the loss
	}{
		{"none answered", 0, interval},
		{"first answered", 1, 2 * interval},
		{"many answered", 9, 10 * interval},
	}
	for _, test := range tests {
		fake.Bubble(t, test.name, func(t *testing.T) {
			r := start(t, func(p *peer) {
				p.greet()
				if p.number == 0 {
					p.beats(test.answered)
					<-p.gone
				}
				p.answer()
			})
			after(12 * interval)
			peers := r.connections()
			p := peers[0]
			if len(p.heartbeats) != test.answered+1 || len(peers) != 2 {
				t.Fatalf("%d heartbeats, %d connections\n%s", len(p.heartbeats), len(peers), r.logged)
			}
			if first := p.heartbeats[0].Sub(p.began); first >= interval {
				t.Errorf("the first heartbeat came after %v", first)
			}
			if lost := p.ended.Sub(p.heartbeats[0]); lost != test.lost || p.code != 4000 {
				t.Errorf("closed with %d %v after the first heartbeat, want 4000 and %v", p.code, lost, test.lost)
			}
			if peers[1].resumed.IsZero() {
				t.Error("not resumed")
			}
		})
	}
}

// TestJitter checks that the first heartbeats of many connections are spread out.
func TestJitter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		early := 0
		r := start(t, well)
		const tries = 100
		for range tries {
			after(2 * interval)
			peers := r.connections()
			p := peers[len(peers)-1]
			if p.heartbeats[0].Sub(p.began) < interval/2 {
				early++
			}
			p.ws.Close()
		}
		if early < tries/4 || early > tries*3/4 {
			t.Errorf("%d of %d first heartbeats came within half an interval", early, tries)
		}
	})
}

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
