package fake

import (
	"context"
	"net"
	"runtime/metrics"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// Settle returns once there was no traffic for calm and the program was idle for calm, or there
// was no traffic for longCalm. It checks every lookEvery.
const (
	calm      = 40 * time.Millisecond
	longCalm  = 2 * time.Second
	lookEvery = 4 * time.Millisecond
	// Patience limits how long a fake waits for something that should happen soon.
	Patience = 20 * time.Second
)

type traffic struct {
	mu    sync.Mutex
	count int
	last  time.Time
}

func (t *traffic) begin() { t.add(1) }
func (t *traffic) end()   { t.add(-1) }

func (t *traffic) add(n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.count += n
	t.last = time.Now()
}

// Busy makes [Core.Settle] wait until done is called.
func (c *Core) Busy() (done func()) {
	c.traffic.begin()
	return c.traffic.end
}

func (t *traffic) calmSince() (time.Time, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.last, t.count == 0
}

func idleProgram() bool {
	states := []metrics.Sample{{Name: "/sched/goroutines/running:goroutines"}, {Name: "/sched/goroutines/runnable:goroutines"}}
	metrics.Read(states)
	busy := uint64(0)
	for _, state := range states {
		if state.Value.Kind() == metrics.KindUint64 {
			busy += state.Value.Uint64()
		}
	}
	return busy <= 1
}

// SettleBy makes [Core.Settle] call idle, which must wait until the program under test has nothing to do.
func (c *Core) SettleBy(idle func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.idle = idle
}

// Settle waits until nothing has been in flight for a moment, except requests that hang by a
// [Fault]. If the fake is piped, Settle waits only until all goroutines of the [testing/synctest]
// bubble are blocked.
func (c *Core) Settle() {
	c.t.Helper()
	c.mu.Lock()
	idle := c.idle
	c.mu.Unlock()
	if c.piped != nil {
		synctest.Wait()
		return
	}
	if idle != nil {
		idle()
		return
	}
	idleSince := time.Now()
	for end := idleSince.Add(Patience); ; time.Sleep(lookEvery) {
		now := time.Now()
		last, none := c.traffic.calmSince()
		if !none || !idleProgram() {
			idleSince = now
		}
		if none && now.Sub(last) >= calm && (now.Sub(idleSince) >= calm || now.Sub(last) >= longCalm) {
			return
		}
		if now.After(end) {
			c.t.Errorf("%s: the bot did not settle in %v", c.name, Patience)
			return
		}
	}
}

// Bubble runs a named subtest in a [testing/synctest] bubble.
func Bubble(t *testing.T, name string, test func(*testing.T)) {
	t.Run(name, func(t *testing.T) { synctest.Test(t, test) })
}

// Pipe is an in-memory listener. For [testing/synctest], a goroutine that waits for it is blocked.
type Pipe struct {
	address string
	conns   chan net.Conn
	closed  chan struct{}
	once    sync.Once
}

// NewPipe returns a listener with the given address.
func NewPipe(address string) *Pipe {
	return &Pipe{address: address, conns: make(chan net.Conn), closed: make(chan struct{})}
}

// Dial connects to the listener.
func (p *Pipe) Dial(ctx context.Context) (net.Conn, error) {
	near, far := net.Pipe()
	select {
	case p.conns <- far:
		return near, nil
	case <-p.closed:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (p *Pipe) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *Pipe) Close() error {
	p.once.Do(func() { close(p.closed) })
	return nil
}

func (p *Pipe) Addr() net.Addr  { return p }
func (p *Pipe) Network() string { return "pipe" }
func (p *Pipe) String() string  { return p.address }
