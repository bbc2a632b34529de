package gateway_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/discord/gateway"
	"othellobot/lease"
	"othellobot/store/memory"
)

var errOutOfReach = errors.New("the leases are out of reach")

type distant struct {
	lease.Store
	away atomic.Bool // while set, every call fails with [errOutOfReach] and changes nothing
}

func (d *distant) List(ctx context.Context, prefix string) ([]lease.Row, error) {
	if d.away.Load() {
		return nil, errOutOfReach
	}
	return d.Store.List(ctx, prefix)
}

func (d *distant) Take(ctx context.Context, name, holder string, term time.Duration) (lease.Row, bool, error) {
	if d.away.Load() {
		return lease.Row{}, false, errOutOfReach
	}
	return d.Store.Take(ctx, name, holder, term)
}

func (d *distant) Renew(ctx context.Context, held []lease.Row, term time.Duration) ([]string, error) {
	if d.away.Load() {
		return nil, errOutOfReach
	}
	return d.Store.Renew(ctx, held, term)
}

func (d *distant) Free(ctx context.Context, held lease.Row, pause time.Duration) (bool, error) {
	if d.away.Load() {
		return false, errOutOfReach
	}
	return d.Store.Free(ctx, held, pause)
}

// After a machine wakes, another process may hold the shard: the bot ignores old messages, and keeps
// the session alive.
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
				Elapsed: func() time.Duration { return time.Since(began) + time.Duration(rested.Load()) },
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
