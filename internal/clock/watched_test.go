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
	wall     time.Duration   // how far the wall clock is ahead
	rested   time.Duration   // for how long the other clock stood still
	shared   time.Duration   // how far the shared clock is ahead
	unshared bool            // nobody shares one
	down     bool            // it does not answer
	said     []time.Duration // how late each is of what witnesses say, one after the other
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

// change has something happen, and says how late each is of what witnesses say of it.
func (m *machine) change(happens func(*world)) []time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.world.said = nil
	happens(&m.world)
	return m.world.said
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
func wall(ahead time.Duration) func(*world)      { return func(w *world) { w.wall = ahead } }
func shared(ahead time.Duration) func(*world)    { return func(w *world) { w.shared = ahead } }
func rested(d time.Duration) func(*world)        { return func(w *world) { w.rested = d } }
func down(is bool) func(*world)                  { return func(w *world) { w.down = is } }
func witness(late ...time.Duration) func(*world) { return func(w *world) { w.said = late } }

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
	"it is wrong from the start, and alone": {world{wall: -8 * day, unshared: true}, []step{{wall(-8 * day), true, 0, 0}, {wall(0), false, 8 * day, -8 * day}, {witness(0, 0, 0), true, 0, 0}}},
	"both are wrong from the start":         {world{wall: 8 * day, shared: 8 * day}, []step{{shared(0), false, 8 * day, 0}, {wall(0), false, -8 * day, 0}, {witness(0, 0, 0), true, 0, 0}}},
	"the shared one jumps, and vouches":     {world{}, []step{{shared(day), false, -day, day}, {wall(day), false, day, day}, {witness(-day, -day, -day), true, 0, day}, {wall(0), false, -day, day}, {wall(day), true, 0, day}}},
	"what jumped, and vouches for it again": {world{}, []step{{rested(8 * time.Hour), false, 8 * time.Hour, 0}, {witness(0, 0, 0), true, 0, 0}, {wall(day), false, day, 0}, {rested(9 * time.Hour), false, day + time.Hour, 0}}},
	"old requests, and a shared one":        {world{}, []step{{witness(day), true, 0, 0}, {witness(day, day, day), true, 0, 0}, {witness(0), true, 0, 0}}},
	"witnesses beside a shared one":         {world{wall: -day, shared: -day}, []step{{witness(0), true, 0, -day}, {witness(0), true, 0, -day}, {witness(0), false, -day, -day}}},
	"the shared one is wrong":               {world{}, []step{{shared(-2 * time.Minute), false, 2 * time.Minute, -2 * time.Minute}, {shared(0), true, 0, 0}}},
	"the shared one is unknown":             {world{down: true}, []step{{wall(0), false, 0, 0}, {down(false), true, 0, 0}, {down(true), true, 0, 0}}},
	"a silent one is remembered":            {world{}, []step{{down(true), true, 0, 0}, {wall(day), false, day, 0}}},
	"witnesses say that it is wrong":        {world{unshared: true, wall: 8 * day}, []step{{witness(0), true, 0, 0}, {witness(0, 0), false, 8 * day, 0}, {wall(0), false, -8 * day, 0}, {witness(0), true, 0, 0}}},
	"witnesses say that it was right":       {world{unshared: true}, []step{{rested(8 * time.Hour), false, 8 * time.Hour, -8 * time.Hour}, {witness(0, 0, 0), true, 0, 0}, {wall(day), false, day, 0}}},
	"one tells the time in doubt":           {world{unshared: true}, []step{{rested(8 * time.Hour), false, 8 * time.Hour, -8 * time.Hour}, {witness(0), false, 8 * time.Hour, 0}}},
	"it was wrong, and witnesses":           {world{wall: -8 * day}, []step{{witness(0, 0, 0), false, -8 * day, 0}, {wall(0), true, 0, 0}, {witness(time.Second), true, 0, 0}}},
	"late witnesses":                        {world{unshared: true}, []step{{witness(0), true, 0, 0}, {witness(5*time.Minute, 5*time.Minute, 5*time.Minute), true, 0, 0}}},
	"late witnesses, then one in time":      {world{unshared: true}, []step{{witness(5*time.Minute, 5*time.Minute, 5*time.Minute), false, 5 * time.Minute, -5 * time.Minute}, {witness(0), true, 0, 0}}},
	"witnesses who disagree":                {world{unshared: true}, []step{{witness(5*time.Minute, 4*time.Minute, 3*time.Minute, 2*time.Minute), true, 0, 0}}},
	"one who repeats what was said":         {world{unshared: true}, []step{{witness(5*time.Minute, 5*time.Minute+time.Second, 5*time.Minute+2*time.Second), true, 0, 0}}},
	"witnesses are remembered":              {world{unshared: true}, []step{{witness(0, 0, 0), true, 0, 0}, {wall(-day), false, -day, 0}, {wall(0), true, 0, 0}}},
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
					for _, late := range m.change(s.happens) {
						c.Witness(time.Now().Add(-late))
						time.Sleep(time.Second)
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

// Requests that were signed long ago and are sent again cast doubt on a clock that is
// alone, but do not become new ones by that.
func TestUnwitnessed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &machine{world: world{unshared: true}}
		c := m.watch()
		old := time.Now().Add(-8 * day)
		for range 3 {
			old = old.Add(time.Second)
			c.Witness(old)
		}
		if c.Trusted() || !c.Now().Equal(old) || !c.Unwitnessed().Equal(time.Now()) {
			t.Errorf("trusted: %t, it is %v, and %v without the witnesses", c.Trusted(), c.Now(), c.Unwitnessed())
		}
		m.change(wall(day))
		if !c.Unwitnessed().Equal(time.Now()) {
			t.Errorf("after a jump it is %v without the witnesses", c.Unwitnessed())
		}
	})
}

// One stamp that is wrong, by however much, casts no doubt among others that are right, nor
// when nobody says anything else, and while there is doubt it tells the time no longer than
// five minutes.
func TestOneWrongStamp(t *testing.T) {
	for _, ahead := range []time.Duration{-100 * day, -8 * day, 2 * time.Minute, day, 100 * day} {
		for _, others := range []bool{true, false} {
			synctest.Test(t, func(t *testing.T) {
				m := &machine{world: world{unshared: true}}
				c := m.watch()
				for minute := range 60 {
					if minute == 10 {
						c.Witness(time.Now().Add(ahead))
					} else if others {
						c.Witness(time.Now())
					}
					if !c.Trusted() || !c.Now().Equal(time.Now()) {
						t.Fatalf("minute %d after a stamp that is %v ahead, others %t: trusted %t, %v ahead", minute, ahead, others, c.Trusted(), c.Offset())
					}
					time.Sleep(time.Minute)
				}
				m.change(wall(8 * day)) // which is in doubt
				c.Witness(time.Now().Add(ahead))
				time.Sleep(5 * time.Minute)
				if c.Trusted() || !c.Now().Equal(time.Now()) {
					t.Errorf("five minutes after a stamp that is %v ahead: trusted %t, the time told is %v ahead", ahead, c.Trusted(), time.Until(c.Now()))
				}
			})
		}
	}
}

// For sixty days clocks run a little too fast or too slowly, and machines are suspended at
// night, where the time that has passed stands still. No clock is in doubt that is
// right to a minute, but from each jump until three witnesses have said that it is.
func TestSixtyDays(t *testing.T) {
	const few = 30e-6 // 2.6 s a day, as a cheap clock may be off
	const look = 10 * time.Minute
	for name, c := range map[string]struct {
		passed    float64       // by how much too fast the time that passes is
		corrected float64       // by how much too fast the wall clock is, which is set right each day
		asleep    time.Duration // at night
		shared    bool
		witnesses time.Duration // from one to the next; zero for none
	}{
		"fast":                             {passed: few, witnesses: 20 * time.Minute},
		"slow":                             {passed: -few, witnesses: 20 * time.Minute},
		"fast, seldom a witness":           {passed: few, witnesses: 50 * time.Hour},
		"fast, no witness":                 {passed: few},
		"slow, no witness":                 {passed: -few},
		"set right each day, no witness":   {corrected: 10 * few},
		"set right each day":               {corrected: -10 * few, witnesses: time.Hour},
		"suspended at night":               {asleep: 8 * time.Hour, witnesses: 20 * time.Minute},
		"suspended at night, fast, shared": {passed: few, asleep: 8 * time.Hour, witnesses: 20 * time.Minute, shared: true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m := &machine{world: world{unshared: !c.shared}}
				w := m.watch()
				began, awake, told := time.Now(), time.Now(), time.Now()
				doubtful := 0
				for time.Since(began) < 60*day {
					time.Sleep(look)
					since := time.Since(began)
					night := c.asleep > 0 && since%day < look && since > day/2
					if night {
						time.Sleep(c.asleep)
						awake = time.Now()
					}
					m.change(func(w *world) {
						w.rested -= time.Duration(c.passed * float64(look))
						w.wall = time.Duration(c.corrected * float64(time.Since(began)%day))
						if night {
							w.rested += c.asleep
						}
					})
					if err := w.Ask(t.Context()); err != nil {
						t.Fatal(err)
					}
					if c.witnesses > 0 && time.Since(told) >= c.witnesses && !night {
						told = time.Now()
						w.Witness(told)
					}
					if soon := c.asleep > 0 && time.Since(awake) < 3*c.witnesses+look; !soon && !w.Trusted() {
						doubtful++
					}
					if ahead := time.Until(w.Now()); w.Trusted() && ahead.Abs() > time.Minute {
						t.Fatalf("after %v it is believed, and %v ahead", since, ahead)
					}
				}
				if doubtful > 0 {
					t.Errorf("it is in doubt %d times, and at the end off by %v; logged is\n%s", doubtful, w.Offset(), &m.log)
				}
			})
		})
	}
}
