package gateway_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/discord/discordtest"
	"othellobot/adapters/discord/gateway"
	"othellobot/adapters/internal/exchange"
	"othellobot/store/memory"
)

type cluster struct {
	*discordtest.Server
	t       *testing.T
	leases  *memory.Leases
	shards  int
	running []*process
	names   int
	got     chan string // interactions, as sent
}

type process struct {
	*gateway.Gateway
	stop   context.CancelFunc
	ended  chan error
	leases *distant
	dead   atomic.Bool // nothing the process does has an effect
	mu     sync.Mutex
	conns  []net.Conn
}

func newCluster(t *testing.T, shards, concurrency int) *cluster {
	s := discordtest.NewPiped(t)
	s.SetShards(shards)
	s.SetMaxConcurrency(concurrency)
	return &cluster{Server: s, t: t, leases: memory.NewLeases(time.Now), shards: shards, got: make(chan string, 1000)}
}

func (c *cluster) begin() *process {
	c.names++
	p := &process{ended: make(chan error, 1), leases: &distant{Store: c.leases}}
	began := time.Now()
	p.Gateway = gateway.New(gateway.Config{
		Token: c.Token(), Log: slog.New(slog.DiscardHandler), Network: exchange.Network{Dial: func(ctx context.Context, network, address string) (net.Conn, error) {
			conn, err := c.Dial(ctx, network, address)
			if err != nil || p.dead.Load() {
				return nil, errors.Join(err, net.ErrClosed)
			}
			p.mu.Lock()
			defer p.mu.Unlock()
			p.conns = append(p.conns, conn)
			return conn, nil
		}},
		Info: func(context.Context) (gateway.Info, error) {
			identified, _ := c.Sessions()
			return gateway.Info{
				URL: "ws" + strings.TrimSuffix(strings.TrimPrefix(c.APIURL(), "http"), "/api"), Shards: c.shards,
				MaxConcurrency: c.MaxConcurrency(), Remaining: 2000 - identified, ResetAfter: 24 * time.Hour,
			}, nil
		},
		Interaction: func(raw []byte) { c.got <- string(raw) },
		Shared: &gateway.Shared{
			Leases: p.leases, Holder: fmt.Sprint("process ", c.names),
			Elapsed: func() time.Duration { return time.Since(began) },
		},
	})
	ctx, stop := context.WithCancel(context.Background())
	p.stop = stop
	go func() { p.ended <- p.Run(ctx) }()
	c.running = append(c.running, p)
	return p
}

func (c *cluster) end() {
	for _, p := range c.running {
		p.stop()
	}
	for _, p := range c.running {
		if err := <-p.ended; err != nil {
			c.t.Errorf("Run: %v", err)
		}
	}
}

func (c *cluster) kill(p *process) {
	p.dead.Store(true)
	p.leases.away.Store(true)
	p.mu.Lock()
	for _, conn := range p.conns {
		conn.Close()
	}
	p.mu.Unlock()
	p.stop()
	c.without(p)
}

func (c *cluster) leave(p *process) {
	p.stop()
	if err := <-p.ended; err != nil {
		c.t.Errorf("Run: %v", err)
	}
	c.without(p)
}

func (c *cluster) without(p *process) {
	for i, one := range c.running {
		if one == p {
			c.running = append(c.running[:i:i], c.running[i+1:]...)
		}
	}
}

func (c *cluster) fair() bool {
	sum := 0
	for _, p := range c.running {
		held, connected, of := p.State()
		least := c.shards / len(c.running)
		if of != c.shards || connected != held || held < least || held > least+1 || !p.Ready() {
			return false
		}
		sum += held
	}
	return sum == c.shards && c.Ready()
}

func (c *cluster) within(most time.Duration) (took time.Duration) {
	c.t.Helper()
	began := time.Now()
	for !c.fair() {
		if took = time.Since(began); took > most {
			for _, p := range c.running {
				held, connected, of := p.State()
				c.t.Logf("%d held, %d connected, of %d", held, connected, of)
			}
			c.t.Fatalf("the shards are not shared within %v", most)
		}
		time.Sleep(50 * time.Millisecond)
		synctest.Wait()
	}
	return time.Since(began)
}

const takeOver = 15 * time.Second

func TestTakeOver(t *testing.T) {
	kills := 10
	if testing.Short() {
		kills = 2
	}
	testTakeOver(t, 64, 4, 1, kills)
}

// Long tests use 1,000 shards in 40 processes, as for a million servers.
func TestManyShards(t *testing.T) {
	switch {
	case os.Getenv("OTHELLO_LONG") == "1":
		testTakeOver(t, 1000, 40, 16, 1)
	case testing.Short():
		testTakeOver(t, 80, 4, 16, 1)
	default:
		testTakeOver(t, 200, 8, 16, 1)
	}
}

// testTakeOver kills one process after the other: the others must take its shards over in time.
func testTakeOver(t *testing.T, shards, processes, concurrency, kills int) {
	synctest.Test(t, func(t *testing.T) {
		c := newCluster(t, shards, concurrency)
		for range processes {
			c.begin()
		}
		defer c.end()
		t.Logf("%d shards identify in %v", shards, c.within(time.Duration(shards/concurrency+4)*6*time.Second))
		for round := range kills {
			time.Sleep(5*time.Second + time.Duration(round)*17*time.Second) // recent events are stored by then
			c.kill(c.running[round%processes])
			t.Logf("all shards of one that died are held again in %v", c.within(takeOver))
			if identified, _ := c.Sessions(); identified != shards {
				t.Errorf("round %d: %d shards have identified again", round, identified-shards)
			}
			c.begin()
			c.within(takeOver)
		}
	})
}

// Processes that cannot reach the leases drop their shards in time, and resume the same sessions later.
func TestLeasesOutOfReach(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const shards = 12
		c := newCluster(t, shards, 1)
		for range 3 {
			c.begin()
		}
		defer c.end()
		c.within(2 * time.Minute)
		time.Sleep(10 * time.Second)
		reach := func(is bool) {
			for _, p := range c.running {
				p.leases.away.Store(!is)
			}
		}
		connected := func() (n int) {
			for _, p := range c.running {
				_, up, _ := p.State()
				n += up
			}
			return n
		}
		reach(false)
		time.Sleep(4 * time.Second)
		if n := connected(); n != shards {
			t.Errorf("after 4 s %d are connected", n)
		}
		time.Sleep(3 * time.Second)
		if n := connected(); n != 0 {
			t.Errorf("after 7 s %d are connected", n)
		}
		time.Sleep(23 * time.Second)
		reach(true)
		c.within(5 * time.Second)
		if identified, resumed := c.Sessions(); identified != shards || resumed < shards {
			t.Errorf("%d have identified, %d resumed", identified, resumed)
		}
	})
}

// Processes agree on the number of shards until all have ended, even if Discord's advice changes.
func TestCount(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCluster(t, 4, 1)
		c.begin()
		c.within(time.Minute)
		c.shards = 8
		late := c.begin()
		time.Sleep(10 * time.Second)
		if _, _, of := late.State(); of != 4 {
			t.Errorf("who joins has %d shards", of)
		}
		c.end()
		c.running = nil
		c.begin()
		defer c.end()
		c.within(time.Minute)
	})
}

func TestRestart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const shards = 4
		c := newCluster(t, shards, 1)
		c.begin()
		c.within(time.Minute)
		c.leave(c.running[0])
		c.begin()
		defer c.end()
		c.within(5 * time.Second)
		if identified, resumed := c.Sessions(); identified != shards || resumed != shards {
			t.Errorf("%d have identified, %d resumed", identified, resumed)
		}
	})
}

func TestRefusedShared(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCluster(t, 2, 1)
		p := c.begin()
		c.within(time.Minute)
		c.CloseGateway(4004)
		var refused *gateway.RefusedError
		if err := <-p.ended; !errors.As(err, &refused) || p.Ready() {
			t.Errorf("Run: %v; ready: %t", err, p.Ready())
		}
	})
}
