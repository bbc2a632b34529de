package lease_test

import (
	"context"
	"math/rand/v2"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/lease"
	"othellobot/store/memory"
)

// far is a store behind a network that delays or loses requests and answers.
type far struct {
	lease.Store
	random *rand.Rand
}

func upTo(random *rand.Rand, most time.Duration) time.Duration {
	return time.Duration(random.Int64N(int64(most)))
}

// way delays a message, usually for a short time, or loses it.
func (f far) way(ctx context.Context) error {
	d := time.Duration(f.random.ExpFloat64() * float64(20*time.Millisecond))
	switch f.random.IntN(20) {
	case 0:
		d = upTo(f.random, 2*term) // long enough for a suspended process, too
	case 1:
		return errDown
	}
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (f far) ask(ctx context.Context, do func() error) error {
	if err := f.way(ctx); err != nil {
		return err
	}
	if err := do(); err != nil {
		return err
	}
	return f.way(ctx)
}

func (f far) Take(ctx context.Context, name, holder string, term time.Duration) (row lease.Row, taken bool, err error) {
	err = f.ask(ctx, func() (err error) { row, taken, err = f.Store.Take(ctx, name, holder, term); return err })
	return row, taken && err == nil, err
}

func (f far) Renew(ctx context.Context, held []lease.Row, term time.Duration) (renewed []string, err error) {
	err = f.ask(ctx, func() (err error) { renewed, err = f.Store.Renew(ctx, held, term); return err })
	return renewed, err
}

func (f far) Free(ctx context.Context, held lease.Row, pause time.Duration) (freed bool, err error) {
	err = f.ask(ctx, func() (err error) { freed, err = f.Store.Free(ctx, held, pause); return err })
	return freed, err
}

// process takes, uses and frees a lease. Its clock runs up to a fifth slower or faster than the store's.
func process(ctx context.Context, s lease.Store, holder string, seed uint64, use func(h *lease.Hold)) {
	random := rand.New(rand.NewPCG(seed, 7))
	began, rate := time.Now(), 0.8+0.4*random.Float64()
	k := &lease.Keeper{
		Store: far{s, random}, Holder: holder, Term: term,
		Elapsed: func() time.Duration { return time.Duration(rate * float64(time.Since(began))) },
	}
	for ctx.Err() == nil {
		h, _, err := k.Take(ctx, "a")
		if h == nil || err != nil {
			time.Sleep(upTo(random, time.Second))
			continue
		}
		use(h)
		for range random.IntN(8) {
			time.Sleep(upTo(random, term/2))
			_ = k.Renew(ctx)
			use(h)
		}
		if random.IntN(3) > 0 { // otherwise the lease runs out, as if the process had died
			_ = h.Free(ctx, 0)
		}
	}
}

// TestNoOverlap checks every 10 ms that at most one process may use a lease, over an unreliable network.
func TestNoOverlap(t *testing.T) {
	for seed := range uint64(20) {
		synctest.Test(t, func(t *testing.T) {
			const processes = 5
			s := memory.NewLeases(time.Now)
			ctx, stop := context.WithTimeout(t.Context(), 10*time.Minute)
			defer stop()
			var mu sync.Mutex
			var holds []*lease.Hold
			tenures := 0
			var running sync.WaitGroup
			for i := range uint64(processes) {
				running.Go(func() {
					process(ctx, s, string('a'+rune(i)), seed*processes+i, func(h *lease.Hold) {
						mu.Lock()
						defer mu.Unlock()
						if h.Usable() {
							holds = append(holds, h)
							tenures++
						}
					})
				})
			}
			for ctx.Err() == nil {
				time.Sleep(10 * time.Millisecond)
				mu.Lock()
				seen := make(map[*lease.Hold]bool)
				still := holds[:0]
				for _, h := range holds {
					if h.Usable() && !seen[h] {
						seen[h] = true
						still = append(still, h)
					}
				}
				if holds = still; len(holds) > 1 {
					t.Errorf("seed %d: %d may use it at the same time", seed, len(holds))
					stop()
				}
				mu.Unlock()
			}
			running.Wait()
			if tenures < 20 {
				t.Errorf("seed %d: it was used %d times only", seed, tenures)
			}
		})
	}
}
