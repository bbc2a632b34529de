package fair

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// A tenant with many callers at the gate delays another tenant by at most one of them.
func TestGateIsFair(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewGate(0, 1)
		var order []string
		leave, err := g.Enter(t.Context(), "p", "t", "first")
		if err != nil {
			t.Fatal(err)
		}
		wait := func(ctx context.Context, tenant, player string) {
			go func() {
				if leave, err := g.Enter(ctx, "p", tenant, player); err == nil {
					order = append(order, player)
					leave()
				}
			}()
			synctest.Wait()
		}
		for _, player := range []string{"big0", "big1", "big2"} {
			wait(t.Context(), "big", player)
		}
		impatient, giveUp := context.WithCancel(t.Context())
		wait(impatient, "gone", "gone")
		wait(t.Context(), "small", "small")
		giveUp()
		synctest.Wait()
		leave()
		synctest.Wait()
		if want := []string{"big0", "small", "big1", "big2"}; !slices.Equal(order, want) {
			t.Errorf("entered in the order %v, want %v", order, want)
		}
		if leave, err = g.Enter(t.Context(), "p", "t", "last"); err != nil {
			t.Error(err)
		}
		leave()
	})
}

// The gate limits the callers inside, and each party's callers inside and waiting.
func TestGateIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewGate(3, 2, 1)
		var mu sync.Mutex
		full, inside, most := map[string]int{}, map[string]int{}, 0
		var all sync.WaitGroup
		for _, name := range []string{"a", "a", "a", "a", "a", "b", "c"} {
			all.Go(func() {
				leave, err := g.Enter(t.Context(), name)
				mu.Lock()
				if errors.Is(err, ErrFull) {
					full[name]++
					mu.Unlock()
					return
				}
				if inside[name]++; inside[name] > 1 {
					t.Errorf("%d of %s are inside", inside[name], name)
				}
				most = max(most, inside["a"]+inside["b"]+inside["c"])
				mu.Unlock()
				time.Sleep(time.Second)
				mu.Lock()
				inside[name]--
				mu.Unlock()
				leave()
			})
		}
		all.Wait()
		if full["a"] != 2 || len(full) != 1 || most != 2 {
			t.Errorf("refused were %v, and %d inside at once", full, most)
		}
	})
}

// Nested parties take turns, and a new party goes before the one just served.
func TestQueueIsFair(t *testing.T) {
	var q Queue[int]
	for n := range 4 {
		q.Add(n, "big", "ana")
	}
	q.Add(10, "big", "bo")
	q.Add(20, "small", "cy")
	var got []int
	for q.Len() > 0 {
		what, _ := q.Take()
		got = append(got, what)
		if what == 0 {
			q.Add(30, "new", "di")
		}
	}
	if want := []int{0, 20, 30, 10, 1, 2, 3}; !slices.Equal(got, want) {
		t.Errorf("taken in the order %v, want %v", got, want)
	}
	if _, ok := q.Take(); ok || len(q.root.parties) != 0 || len(q.root.order) != 0 {
		t.Errorf("an empty queue holds %+v", q.root)
	}
}

// A party at its limit lets other parties pass, and loses no item.
func TestQueueIsLimited(t *testing.T) {
	q := Queue[string]{Limits: []int{3, 2, 1}}
	for _, what := range []string{"a1", "a2", "b1", "c1"} {
		q.Add(what, "t", what[:1])
	}
	q.Add("z1", "u", "z")
	take := func(want string) {
		t.Helper()
		if got, ok := q.Take(); got != want || ok != (want != "") {
			t.Errorf("taken is %q, %t; want %q", got, ok, want)
		}
	}
	take("a1")
	take("z1")
	take("b1")
	take("") // three are taken, the limit for all parties together
	if q.Count("t", "a") != 2 || q.Count("t") != 4 || q.Count("x") != 0 {
		t.Errorf("%d, %d and %d are counted", q.Count("t", "a"), q.Count("t"), q.Count("x"))
	}
	q.Done("u", "z")
	take("") // two of t are taken, the limit for a party
	q.Done("t", "b")
	take("c1") // one of t's a is still taken, so a2 must wait
	q.Done("t", "c")
	take("")
	q.Done("t", "a")
	take("a2")
	q.Done("t", "a")
	if q.Len() != 0 || q.root.taken != 0 || len(q.root.parties) != 0 {
		t.Errorf("in the end it holds %+v", q.root)
	}
}
