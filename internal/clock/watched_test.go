package clock_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/internal/clock"
)

// world is a machine whose clocks can be moved, and what is near it. The time of
// the bubble is the true one.
type world struct {
	wall     time.Duration  // how far the wall clock is ahead
	rested   time.Duration  // for how long the other clock stood still
	shared   time.Duration  // how far the shared clock is ahead
	unshared bool           // nobody shares one
	down     bool           // it does not answer
	heard    *time.Duration // how late it was when a witness last told the time, before this is told on
}

// machine is a world that its clocks may look at while it changes.
type machine struct {
	mu    sync.Mutex
	world world
	asked int // how often the shared clock was
	log   strings.Builder
}

func (m *machine) now() world {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.world
}

// change has something happen, and says how late what a witness told of it is.
func (m *machine) change(happens func(*world)) (late *time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.world.heard = nil
	happens(&m.world)
	return m.world.heard
}

func (m *machine) watch() *clock.Watched {
	began := time.Now()
	c := clock.Config{
		Wall: func() time.Time { return time.Now().Add(m.now().wall) },
		Ran:  func() time.Duration { return time.Since(began) - m.now().rested },
		Log: slog.New(slog.NewTextHandler(&m.log, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey {
				return slog.Attr{}
			}
			return a
		}})),
	}
	if !m.world.unshared {
		c.Shared = func(ctx context.Context) (time.Time, bool, error) {
			m.asked++
			w := m.now()
			if w.down {
				<-ctx.Done()
				return time.Time{}, false, ctx.Err()
			}
			return time.Now().Add(w.shared), true, nil
		}
	}
	return clock.New(c)
}

// What can happen.
func wall(ahead time.Duration) func(*world)   { return func(w *world) { w.wall = ahead } }
func shared(ahead time.Duration) func(*world) { return func(w *world) { w.shared = ahead } }
func rested(d time.Duration) func(*world)     { return func(w *world) { w.rested = d } }
func down(is bool) func(*world)               { return func(w *world) { w.down = is } }
func witness(late time.Duration) func(*world) { return func(w *world) { w.heard = &late } }

const day = 24 * time.Hour

type step struct {
	happens func(*world)
	trusted bool
	offset  time.Duration
	told    time.Duration // how far ahead the time is that is told, but for a wall clock that is believed alone
}

// Each step happens 15 s after the one before, and is looked at 15 s later.
var stories = map[string]struct {
	world world
	steps []step
}{
	"nothing happens":                       {world{}, []step{{wall(0), true, 0, 0}}},
	"nothing happens to one alone":          {world{unshared: true}, []step{{wall(0), true, 0, 0}}},
	"it jumps ahead, and back":              {world{unshared: true}, []step{{wall(8 * day), false, 8 * day, 0}, {wall(0), true, 0, 0}}},
	"it jumps back, and ahead":              {world{unshared: true}, []step{{wall(-100 * day), false, -100 * day, 0}, {wall(0), true, 0, 0}}},
	"it jumps a little":                     {world{unshared: true}, []step{{wall(time.Minute), true, time.Minute, 0}, {wall(-time.Minute), true, -time.Minute, 0}}},
	"it jumps beside a shared one":          {world{}, []step{{wall(51 * time.Second), true, 51 * time.Second, 0}, {wall(-51 * time.Second), true, -51 * time.Second, 0}}},
	"it jumps a little more":                {world{unshared: true}, []step{{wall(time.Minute + 1), false, time.Minute + 1, 0}}},
	"it drifts":                             {world{unshared: true}, []step{{wall(40 * time.Second), true, 40 * time.Second, 0}, {wall(80 * time.Second), false, 80 * time.Second, 0}}},
	"it drifts with the shared one":         {world{}, []step{{wall(8 * day), false, 8 * day, 0}, {shared(8 * day), false, 8 * day, 8 * day}}}, // the same machine's, perhaps
	"it is wrong from the start":            {world{wall: -8 * day}, []step{{wall(-8 * day), false, -8 * day, 0}, {wall(0), true, 0, 0}}},
	"it is wrong from the start, and alone": {world{wall: -8 * day, unshared: true}, []step{{wall(-8 * day), true, 0, 0}, {wall(0), false, 8 * day, -8 * day}, {witness(0), true, 0, 0}}},
	"both are wrong from the start":         {world{wall: 8 * day, shared: 8 * day}, []step{{shared(0), false, 8 * day, 0}, {wall(0), false, -8 * day, 0}, {witness(0), true, 0, 0}}},
	"an old request, and a shared one":      {world{}, []step{{witness(day), true, 0, 0}, {witness(0), true, 0, 0}}},
	"a witness beside a shared one":         {world{wall: -day, shared: -day}, []step{{witness(0), false, -day, -day}}},
	"the shared one is wrong":               {world{}, []step{{shared(-2 * time.Minute), false, 2 * time.Minute, -2 * time.Minute}, {shared(0), true, 0, 0}}},
	"the shared one is unknown":             {world{down: true}, []step{{wall(0), false, 0, 0}, {down(false), true, 0, 0}, {down(true), true, 0, 0}}},
	"a silent one is remembered":            {world{}, []step{{down(true), true, 0, 0}, {wall(day), false, day, 0}}},
	"a witness says that it is wrong":       {world{unshared: true, wall: 8 * day}, []step{{wall(8 * day), true, 0, 0}, {witness(0), false, 8 * day, 0}}},
	"a witness says that it was right":      {world{unshared: true}, []step{{rested(8 * time.Hour), false, 8 * time.Hour, -8 * time.Hour}, {witness(0), true, 0, 0}, {wall(day), false, day, 0}}},
	"it was wrong, and witnesses":           {world{wall: -8 * day}, []step{{witness(0), false, -8 * day, 0}, {wall(0), true, 0, 0}, {witness(time.Second), true, 0, 0}}},
	"a late witness":                        {world{unshared: true}, []step{{witness(0), true, 0, 0}, {witness(5 * time.Minute), true, 0, 0}}},
	"a late witness, then one in time":      {world{unshared: true}, []step{{witness(5 * time.Minute), false, 5 * time.Minute, -5 * time.Minute}, {witness(0), true, 0, 0}}},
	"a witness is remembered":               {world{unshared: true}, []step{{witness(0), true, 0, 0}, {wall(-day), false, -day, 0}, {wall(0), true, 0, 0}}},
}

func TestWatched(t *testing.T) {
	for name, story := range stories {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m := &machine{world: story.world}
				c := m.watch()
				ctx, stop := context.WithCancel(t.Context())
				go c.Run(ctx)
				time.Sleep(time.Second)
				minds, before := 0, true
				for i, s := range story.steps {
					time.Sleep(15 * time.Second)
					synctest.Wait()
					if late := m.change(s.happens); late != nil {
						c.Witness(time.Now().Add(-*late))
					}
					time.Sleep(15 * time.Second)
					synctest.Wait()
					told := s.told
					if story.world.unshared && s.offset.Abs() <= time.Minute {
						told = m.now().wall
					}
					if ahead := time.Until(c.Now()); ahead != told {
						t.Errorf("step %d: the time told is %v ahead, want %v", i, ahead, told)
					}
					for range 3 {
						if trusted, offset := c.Trusted(), c.Offset(); trusted != s.trusted || offset != s.offset {
							t.Errorf("step %d: trusted %t, ahead by %v; want %t, %v", i, trusted, offset, s.trusted, s.offset)
						}
					}
					if doubted := s.offset.Abs() > time.Minute; doubted == before {
						minds, before = minds+1, !doubted
					}
				}
				if got := strings.Count(m.log.String(), "\n"); got != minds {
					t.Errorf("it has changed its mind %d times, and logged\n%s", minds, &m.log)
				}
				stop()
				synctest.Wait()
				if most := 3 * len(story.steps) * 2; story.world.unshared != (m.asked == 0) || m.asked > most {
					t.Errorf("the shared clock was asked %d times, want %d at most", m.asked, most)
				}
			})
		})
	}
}

// The shared clock is asked every ten seconds, and given time to answer.
func TestSharedClockIsAsked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		var asked []time.Duration
		began := time.Now()
		c := clock.New(clock.Config{
			Wall: time.Now, Ran: clock.Running(), Log: slog.New(slog.DiscardHandler),
			Shared: func(ctx context.Context) (time.Time, bool, error) {
				asked = append(asked, time.Since(began))
				if end, ok := ctx.Deadline(); !ok || time.Until(end) > 2500*time.Millisecond {
					t.Error("the shared clock may take as long as it likes")
				}
				return time.Time{}, false, errors.New("no")
			},
		})
		go c.Run(ctx)
		time.Sleep(25 * time.Second)
		stop()
		synctest.Wait()
		if len(asked) != 3 || asked[0] != 0 || asked[1] != 10*time.Second || asked[2] != 20*time.Second {
			t.Errorf("it was asked after %v", asked)
		}
	})
}

// What a machine says of how long it has been running goes on.
func TestRunning(t *testing.T) {
	ran := clock.Running()
	before, began := ran(), time.Now()
	time.Sleep(20 * time.Millisecond)
	passed, took := ran()-before, time.Since(began)
	if passed < 20*time.Millisecond || passed > took+time.Second {
		t.Errorf("in %v it has run %v", took, passed)
	}
}

func TestFunc(t *testing.T) {
	noon := time.Date(2026, time.November, 22, 12, 0, 0, 0, time.UTC)
	if f := clock.Func(func() time.Time { return noon }); !f.Now().Equal(noon) || !f.Trusted() {
		t.Errorf("it is %v, trusted %t", f.Now(), f.Trusted())
	}
}

// A request that was signed long ago and is sent again casts doubt on a clock that is
// alone, but does not become a new one by that.
func TestUnwitnessed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &machine{world: world{unshared: true}}
		c := m.watch()
		old := time.Now().Add(-8 * day)
		c.Witness(old)
		if c.Trusted() || !c.Now().Equal(old) || !c.Unwitnessed().Equal(time.Now()) {
			t.Errorf("trusted: %t, it is %v, and %v without the witness", c.Trusted(), c.Now(), c.Unwitnessed())
		}
		m.change(wall(day))
		if !c.Unwitnessed().Equal(time.Now()) {
			t.Errorf("after a jump it is %v without the witness", c.Unwitnessed())
		}
	})
}
