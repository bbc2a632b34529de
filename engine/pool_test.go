package engine

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/rules"
)

func borrow(t *testing.T, p *pool) *Searcher {
	t.Helper()
	s, err := p.borrow(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestPoolDropsIdleSearchers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPool(2, testMemory)
		first := borrow(t, p)
		p.giveBack(first)
		time.Sleep(keepIdle - time.Second)
		if again := borrow(t, p); again != first {
			t.Error("a searcher was let go too early")
		}
		time.Sleep(2 * keepIdle) // while a searcher is lent
		p.giveBack(first)
		time.Sleep(keepIdle / 2)
		p.giveBack(borrow(t, p)) // restarts the time
		time.Sleep(keepIdle - time.Second)
		synctest.Wait()
		if n := freeIn(p); n != 1 {
			t.Errorf("%d free just before", n)
		}
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if n := freeIn(p); n != 0 {
			t.Errorf("%d still there after %v", n, keepIdle)
		}
	})
}

func TestPoolIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPool(2, testMemory)
		one, two := borrow(t, p), borrow(t, p)
		if one == two {
			t.Fatal("one searcher was lent twice")
		}
		one.Think(t.Context(), rules.Start(), Limits{Depth: 1})
		if size := one.endTable.bytes() + one.midTable.bytes(); size > testMemory {
			t.Errorf("the tables of one take %d bytes", size)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := p.borrow(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("a third one: %v", err)
		}
		go func() {
			time.Sleep(time.Second)
			p.giveBack(two)
		}()
		if got := borrow(t, p); got != two {
			t.Error("what came back was not lent again")
		}
		p.giveBack(one)
		p.giveBack(two)
		time.Sleep(2 * keepIdle)
	})
}

func freeIn(p *pool) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.free)
}
