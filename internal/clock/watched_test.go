package clock_test

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/internal/clock"
)

// world says how wrong a machine's clocks and the shared clock are. The time in the bubble is the
// true time.
type world struct {
	wall     time.Duration // lead of the wall clock
	rested   time.Duration // time that the clock of elapsed time has missed
	shared   time.Duration // lead of the shared clock
	unshared bool          // there is no shared clock
	down     bool          // the shared clock does not answer
}

// machine guards a world that changes while clocks read it.
type machine struct {
	mu    sync.Mutex
	world world
	asked int // number of requests to the shared clock
	log   strings.Builder
}

func (m *machine) now() world {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.world
}

func (m *machine) change(happens func(*world)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	happens(&m.world)
}

func (m *machine) watch() *clock.Watched {
	began := time.Now()
	c := clock.Config{
		Wall:    func() time.Time { return time.Now().Add(m.now().wall) },
		Elapsed: func() time.Duration { return time.Since(began) - m.now().rested },
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

func wall(ahead time.Duration) func(*world)   { return func(w *world) { w.wall = ahead } }
func shared(ahead time.Duration) func(*world) { return func(w *world) { w.shared = ahead } }
func rested(d time.Duration) func(*world)     { return func(w *world) { w.rested = d } }
func down(is bool) func(*world)               { return func(w *world) { w.down = is } }
func nothing(*world)                          {}

const day = 24 * time.Hour

type step struct {
	happens func(*world)
	lasts   time.Duration // extra time before the check; Trusted is called once a minute meanwhile
	trusted bool
	offset  time.Duration
	lead    time.Duration // expected lead of the time shown; ignored for a trusted wall clock
}

// stories maps names to what happens. Each step happens 15 s after the check of the step before, and
// is checked 15 s later, or after the time in lasts.
var stories = map[string]struct {
	world world
	steps []step
}{
	"nothing happens":                       {world{}, []step{{nothing, 0, true, 0, 0}}},
	"nothing happens to one alone":          {world{unshared: true}, []step{{nothing, 0, true, 0, 0}}},
	"it jumps ahead, and back":              {world{unshared: true}, []step{{wall(8 * day), 0, false, 8 * day, 0}, {wall(0), 0, true, 0, 0}}},
	"it jumps back, and ahead":              {world{unshared: true}, []step{{wall(-100 * day), 0, false, -100 * day, 0}, {wall(0), 0, true, 0, 0}}},
	"it jumps a little":                     {world{unshared: true}, []step{{wall(time.Minute), 0, true, time.Minute, 0}, {wall(-time.Minute), 0, true, -time.Minute, 0}}},
	"it jumps a little more":                {world{unshared: true}, []step{{wall(time.Minute + 1), 0, false, time.Minute + 1, 0}}},
	"it drifts":                             {world{unshared: true}, []step{{wall(40 * time.Second), 0, true, 40 * time.Second, 0}, {wall(80 * time.Second), 0, false, 80 * time.Second, 0}}},
	"it jumps beside a shared one":          {world{}, []step{{wall(8 * day), 0, true, 0, 0}, {wall(-8 * day), 0, true, 0, 0}}},
	"it is wrong beside a shared one":       {world{wall: -8 * day}, []step{{nothing, 0, true, 0, 0}}},
	"it is wrong from the start, and alone": {world{wall: -8 * day, unshared: true}, []step{{nothing, 0, true, 0, 0}, {wall(0), 0, false, 8 * day, -8 * day}, {nothing, 58 * time.Minute, false, 8 * day, -8 * day}, {nothing, 2 * time.Minute, true, 0, 0}}},
	"it jumps again within the hour":        {world{unshared: true}, []step{{wall(day), 40 * time.Minute, false, day, 0}, {wall(2 * day), 40 * time.Minute, false, 2 * day, 0}, {nothing, 21 * time.Minute, true, 0, 0}}},
	"it was back within the hour":           {world{unshared: true}, []step{{wall(day), 40 * time.Minute, false, day, 0}, {wall(0), 0, true, 0, 0}, {wall(day), 40 * time.Minute, false, day, 0}}},
	"the machine was suspended":             {world{unshared: true}, []step{{rested(8 * time.Hour), 0, false, 8 * time.Hour, -8 * time.Hour}, {nothing, time.Hour, true, 0, 0}, {wall(day), 0, false, day, 0}}},
	"suspended beside a shared one":         {world{}, []step{{rested(8 * time.Hour), 0, false, 8 * time.Hour, 0}, {nothing, time.Hour, true, 0, 0}}},
	"the shared one jumps, and back":        {world{}, []step{{shared(day), 0, false, day, day}, {shared(0), 0, true, 0, 0}}},
	"the shared one jumps, and stays":       {world{}, []step{{shared(-day), 58 * time.Minute, false, -day, -day}, {nothing, 3 * time.Minute, true, 0, -day}}},
	"the shared one is unknown":             {world{down: true}, []step{{nothing, 0, false, 0, 0}, {nothing, 2 * time.Hour, false, 0, 0}, {down(false), 0, true, 0, 0}, {down(true), 0, true, 0, 0}}},
	"a silent one is remembered":            {world{}, []step{{down(true), 0, true, 0, 0}, {wall(day), 0, true, 0, 0}}},
	"the first answer is another time":      {world{down: true}, []step{{shared(8 * day), 0, false, 0, 0}, {down(false), 0, true, 0, 8 * day}}},
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
				changes, before, most := 0, true, 10
				for i, s := range story.steps {
					time.Sleep(15 * time.Second)
					synctest.Wait()
					m.change(s.happens)
					most += 6 + int(s.lasts/(10*time.Second))
					for range s.lasts / time.Minute {
						c.Trusted()
						time.Sleep(time.Minute)
					}
					time.Sleep(15 * time.Second)
					c.Trusted()
					synctest.Wait()
					lead := s.lead
					if story.world.unshared && s.offset.Abs() <= time.Minute {
						lead = m.now().wall
					}
					if ahead := time.Until(c.Now()); ahead != lead {
						t.Errorf("step %d: the time is %v ahead, want %v", i, ahead, lead)
					}
					for range 3 {
						if trusted, offset := c.Trusted(), c.Offset(); trusted != s.trusted || offset != s.offset {
							t.Errorf("step %d: trusted %t, ahead by %v; want %t, %v", i, trusted, offset, s.trusted, s.offset)
						}
					}
					if doubted := s.offset.Abs() > time.Minute; doubted == before {
						changes, before = changes+1, !doubted
					}
				}
				if got := strings.Count(m.log.String(), "\n"); got != changes {
					t.Errorf("trust has changed %d times, and it has logged\n%s", changes, &m.log)
				}
				stop()
				synctest.Wait()
				if story.world.unshared != (m.asked == 0) || m.asked > most {
					t.Errorf("the shared clock was asked %d times, want %d at most", m.asked, most)
				}
			})
		})
	}
}

// The shared clock is asked every ten seconds, with a timeout.
func TestSharedClockIsAsked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		var asked []time.Duration
		began := time.Now()
		c := clock.New(clock.Config{
			Wall: time.Now, Elapsed: clock.ElapsedTime(), Log: slog.New(slog.DiscardHandler),
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

// The file for each group of systems defines ElapsedTime, so that the program can be built there.
func TestSystems(t *testing.T) {
	files, err := filepath.Glob("ran_*.go")
	if err != nil || len(files) != 2 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		if text, err := os.ReadFile(file); err != nil || !strings.Contains(string(text), "\nfunc ElapsedTime() func() time.Duration {\n") {
			t.Errorf("%s has no ElapsedTime: %v", file, err)
		}
	}
}

func TestElapsedTime(t *testing.T) {
	ran := clock.ElapsedTime()
	before, began := ran(), time.Now()
	time.Sleep(20 * time.Millisecond)
	passed, took := ran()-before, time.Since(began)
	if passed < 20*time.Millisecond || passed > took+time.Second {
		t.Errorf("in %v it has run %v", took, passed)
	}
}

// For sixty days, clocks run a little fast or slow, and machines are suspended at night, when
// the clock of elapsed time stops. A clock that is right to a minute stays trusted, except for an
// hour after each jump.
func TestSixtyDays(t *testing.T) {
	const drift = 30e-6 // 2.6 s a day, which is usual for a cheap clock
	const look = 10 * time.Minute
	for name, c := range map[string]struct {
		passed    float64       // error rate of the clock of elapsed time; positive if fast
		corrected float64       // error rate of the wall clock, which is corrected each day; positive if fast
		asleep    time.Duration // each night
		shared    bool
	}{
		"fast":                             {passed: drift},
		"slow":                             {passed: -drift},
		"set right each day":               {corrected: 10 * drift},
		"set right each day, slow":         {corrected: -10 * drift},
		"suspended at night":               {asleep: 8 * time.Hour},
		"suspended at night, fast, shared": {passed: drift, asleep: 8 * time.Hour, shared: true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m := &machine{world: world{unshared: !c.shared}}
				w := m.watch()
				began, awake := time.Now(), time.Now()
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
					if err := w.Update(t.Context()); err != nil {
						t.Fatal(err)
					}
					if soon := c.asleep > 0 && time.Since(awake) < time.Hour; !soon && !w.Trusted() {
						doubtful++
					}
					if ahead := time.Until(w.Now()); w.Trusted() && ahead.Abs() > time.Minute {
						t.Fatalf("after %v the clock is trusted, and %v ahead", since, ahead)
					}
				}
				if doubtful > 0 {
					t.Errorf("it is in doubt %d times, and at the end off by %v; logged is\n%s", doubtful, w.Offset(), &m.log)
				}
			})
		})
	}
}
