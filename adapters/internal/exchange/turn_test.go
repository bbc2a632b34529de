package exchange_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/internal/exchange"
	"othellobot/chat"
)

func (p *platform) first(ctx context.Context, o *exchange.Outbox, e chat.Effect, soon bool) {
	e, end := o.Turn(ctx, e.Subject.Place, e, soon)
	end(ctx, p.send(ctx, e), p.send)
}

// A first answer waits only for the effect being sent. It replaces a waiting Refresh of its message,
// and is drawn again if that Refresh is newer.
func TestFirstAnswersGoFirst(t *testing.T) {
	for waits, want := range map[uint32]string{1: "v2", 3: "v3"} {
		world(t, func(t *testing.T, o *exchange.Outbox, p *platform, h *handler) {
			p.takes = every(time.Second)
			at := place("t", "c")
			h.now(3)
			o.Put(at, []chat.Effect{said("first"), said("second"), show(at, waits), said("third")}, p.send)
			synctest.Wait()
			p.first(t.Context(), o, board(at, 2), false)
			time.Sleep(time.Minute)
			p.want(t, "first", want, "second", "third")
		})
	}
}

// First answers keep their order, so that a new board appears below the former board. Between two
// first answers, one waiting effect is sent.
func TestFirstAnswersTakeTurnsWithWaitingEffects(t *testing.T) {
	world(t, func(t *testing.T, o *exchange.Outbox, p *platform, _ *handler) {
		p.takes = every(time.Second)
		at := place("t", "c")
		o.Put(at, []chat.Effect{said("a"), said("b"), said("c")}, p.send)
		for version := range uint32(3) {
			e := posted(at, version+1)
			e.Subject.Post = version + 1
			go p.first(t.Context(), o, e, false)
			synctest.Wait()
		}
		time.Sleep(time.Minute)
		p.want(t, "a", "v1", "b", "v2", "c", "v3")
	})
}

// A first answer is sent at once even if the tenant or the whole outbox has reached its limit.
func TestFirstAnswersAreNotBounded(t *testing.T) {
	world(t, func(t *testing.T, o *exchange.Outbox, p *platform, _ *handler) {
		p.takes = func(e chat.Effect) time.Duration {
			if e.Subject.Slot == chat.SlotBoard {
				return 0
			}
			return 10 * time.Second
		}
		for n := range 1000 {
			o.Put(place(fmt.Sprint(n%100), fmt.Sprint(n)), []chat.Effect{said("other")}, p.send)
		}
		synctest.Wait()
		began := time.Now()
		p.first(t.Context(), o, board(place("0", "c"), 1), false) // in a new lane
		p.first(t.Context(), o, board(place("0", "900"), 1), false)
		if took := time.Since(began); took > 0 {
			t.Errorf("first answers wait for %v", took)
		}
		time.Sleep(time.Hour)
	})
}

// A Refresh that arrives while the first answer is being sent is shown once. It is drawn after the
// handler has noted the first answer's outcome.
func TestFirstAnswersAreFollowedByLaterRefreshes(t *testing.T) {
	world(t, func(t *testing.T, o *exchange.Outbox, p *platform, h *handler) {
		h.notes = time.Second
		at := place("t", "c")
		e, end := o.Turn(t.Context(), at, posted(at, 1), false)
		h.now(2)
		h.correct = func(r report) []chat.Effect {
			if r.Version == 2 {
				return nil
			}
			return []chat.Effect{show(at, 2)}
		}
		o.Put(at, []chat.Effect{show(at, 2)}, p.send)
		p.want(t)
		go end(t.Context(), p.send(t.Context(), e), p.send)
		time.Sleep(500 * time.Millisecond)
		if h.drawn() != 0 {
			t.Error("the next version is drawn before the first one is noted")
		}
		time.Sleep(time.Minute)
		p.want(t, "v1", "v2")
		if got := h.versions(); !slices.Equal(got, []uint32{1, 2}) {
			t.Errorf("reported %v", got)
		}
	})
}

func TestFirstAnswersWaitForANewerVersion(t *testing.T) {
	for name, c := range map[string]struct {
		before, after time.Duration // time from the engine's move to the call of Turn, or from the call to the move
		fails         bool          // Draw returns no effects
		want          uint32
		waits         time.Duration
	}{
		"it comes in time":    {after: 200 * time.Millisecond, want: 2, waits: 200 * time.Millisecond},
		"it has come already": {before: 100 * time.Millisecond, want: 2, waits: 300 * time.Millisecond},
		"it comes too late":   {after: time.Second, want: 1, waits: 300 * time.Millisecond},
		"it does not come":    {want: 1, waits: 300 * time.Millisecond},
		"it cannot be drawn":  {after: 200 * time.Millisecond, fails: true, want: 1, waits: 200 * time.Millisecond},
	} {
		t.Run(strings.ReplaceAll(name, " ", "-"), func(t *testing.T) {
			world(t, func(t *testing.T, o *exchange.Outbox, p *platform, h *handler) {
				at := place("t", "c")
				h.unnamed = true
				move := func() {
					if !c.fails {
						h.now(2)
					}
					o.Put(at, []chat.Effect{show(at, 2)}, p.send)
				}
				if c.before > 0 {
					move()
					time.Sleep(c.before)
				}
				if c.after > 0 {
					time.AfterFunc(c.after, move)
				}
				began := time.Now()
				e, end := o.Turn(t.Context(), at, posted(at, 1), true)
				if e.Kind != chat.Post || e.Subject.Version != c.want || e.Message.Text.String() != fmt.Sprint("v", c.want) || time.Since(began) != c.waits {
					t.Errorf("after %v: %+v", time.Since(began), e)
				}
				h.unnamed = false
				end(t.Context(), chat.Outcome{Ref: "m"}, p.send)
				time.Sleep(time.Minute)
				var sent []string
				versions := []uint32{c.want}
				if c.after > c.waits {
					sent, versions = []string{"v2"}, append(versions, 2)
				}
				p.want(t, sent...)
				if got := h.versions(); !slices.Equal(got, versions) {
					t.Errorf("reported %v, want %v", got, versions)
				}
			})
		})
	}
}

// Of two first answers for one message, the older never overwrites the newer.
func TestFirstAnswersNeverShowAnOlderVersion(t *testing.T) {
	world(t, func(t *testing.T, o *exchange.Outbox, p *platform, h *handler) {
		p.takes = every(time.Second)
		at := place("t", "c")
		h.now(3)
		var both sync.WaitGroup
		for _, version := range []uint32{3, 2} {
			both.Go(func() { p.first(t.Context(), o, board(at, version), false) })
			synctest.Wait()
		}
		both.Wait()
		p.want(t, "v3", "v3")
	})
}

// In random mixes of effects, no two versions of a message are being sent at once, and the last
// version sent is the newest.
func TestOneVersionAtATime(t *testing.T) {
	for seed := range uint64(300) {
		world(t, func(t *testing.T, o *exchange.Outbox, p *platform, h *handler) {
			random := rand.New(rand.NewPCG(seed, 0))
			at := place("t", "c")
			var mu sync.Mutex
			under := 0
			h.correct = func(r report) []chat.Effect {
				if r.Version == h.newest {
					return nil
				}
				return []chat.Effect{show(at, r.Version+1)}
			}
			p.takes = every(time.Duration(random.IntN(50)) * time.Millisecond)
			send := func(ctx context.Context, e chat.Effect) chat.Outcome {
				mu.Lock()
				if under++; under > 1 {
					t.Errorf("seed %d: version %d is sent while another one is", seed, e.Subject.Version)
				}
				mu.Unlock()
				out := p.send(ctx, e)
				mu.Lock()
				under--
				mu.Unlock()
				return out
			}
			var all sync.WaitGroup
			for version := uint32(1); version < 30; version++ {
				h.now(version)
				e := show(at, version)
				switch random.IntN(3) {
				case 0:
					o.Put(at, []chat.Effect{e}, send)
				case 1:
					o.Put(at, []chat.Effect{board(at, version)}, send)
				case 2:
					late, soon := time.Duration(random.IntN(30))*time.Millisecond, random.IntN(2) == 0
					all.Go(func() {
						time.Sleep(late)
						e, end := o.Turn(t.Context(), at, board(at, version), soon)
						end(t.Context(), send(t.Context(), e), send)
					})
				}
				time.Sleep(time.Duration(random.IntN(40)) * time.Millisecond)
			}
			all.Wait()
			time.Sleep(time.Minute)
			if took, _ := p.arrived(); took[len(took)-1] != "v29" {
				t.Errorf("seed %d: shown are %v", seed, took)
			}
		})
	}
}
