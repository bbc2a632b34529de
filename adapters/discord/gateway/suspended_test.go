package gateway_test

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/discord/gateway"
	"othellobot/store/memory"
)

// TestSuspended suspends a machine for a minute. After waking, the bot reads an old message
// before any timer fires. It must ignore the message, because another process may now hold
// the shard, and must keep the session alive.
func TestSuspended(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var rested atomic.Int64
		began := time.Now()
		r := start(t, func(p *peer) {
			p.greet()
			if p.number > 0 {
				p.answer()
				return
			}
			p.send(`{"op":0,"s":2,"t":"INTERACTION_CREATE","d":"before"}`)
			p.idle(5 * time.Second)
			rested.Store(int64(time.Minute))
			p.send(`{"op":0,"s":3,"t":"INTERACTION_CREATE","d":"after"}`)
			p.answer()
		}, func(c *gateway.Config) {
			c.Shared = &gateway.Shared{
				Leases: memory.NewLeases(time.Now), Holder: "a",
				Ran: func() time.Duration { return time.Since(began) + time.Duration(rested.Load()) },
			}
		})
		after(20 * time.Second)
		if got := fmt.Sprint(len(r.interactions), <-r.interactions); got != `1"before"` {
			t.Errorf("acted upon was %s", got)
		}
		peers := r.connections()
		if code := peers[0].code; code != 4000 {
			t.Errorf("the connection was closed with %d", code)
		}
		if want := `"seq":2`; len(peers) < 2 || !strings.Contains(peers[1].resumption, want) {
			t.Errorf("it has not resumed with %s", want)
		}
	})
}
