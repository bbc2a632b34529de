package app

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"othellobot/bot/runner"
	"othellobot/internal/bottest"
	"othellobot/store"
)

// However often clients ask for readiness, the store is checked at most once per checkInterval.
func TestReadiness(t *testing.T) {
	now, asked, failure := time.Unix(0, 0), 0, error(nil)
	r := newReadiness(nil, inMemory(t), bottest.Clock(time.Now))
	r.now = func() time.Time { return now }
	r.check = func(ctx context.Context) error {
		if deadline, ok := ctx.Deadline(); !ok || time.Until(deadline) > checkTimeout {
			t.Error("the store may take as long as it likes")
		}
		asked++
		return failure
	}
	for _, step := range []struct {
		later   time.Duration
		failure error
		ready   bool
		asked   int
	}{
		{0, nil, true, 1},
		{time.Millisecond, errors.New("disk full"), true, 1},
		{checkInterval, errors.New("disk full"), false, 2},
		{time.Millisecond, nil, false, 2},
		{checkInterval, nil, true, 3},
	} {
		now, failure = now.Add(step.later), step.failure
		if ready, _ := r.ready(t.Context()); ready != step.ready || asked != step.asked {
			t.Errorf("after %v: ready %v, asked %d times; want %v, %d", step.later, ready, asked, step.ready, step.asked)
		}
	}
}

// testClock is a clock that the test makes trusted or doubtful.
type testClock struct {
	runner.Clock
	trusted bool
}

func (d *testClock) Trusted() bool { return d.trusted }

// A doubtful clock makes the bot unready only if other processes share the store: they may have a
// better one.
func TestReadinessOfTheClock(t *testing.T) {
	for _, shared := range []bool{false, true} {
		c, db := &testClock{trusted: true}, inMemory(t)
		db.Shared = shared
		r := newReadiness(nil, db, c)
		for _, trusted := range []bool{true, false, true} {
			c.trusted = trusted
			if ready, _ := r.ready(t.Context()); ready != (trusted || !shared) {
				t.Errorf("shared %t, trusted %t: ready %t", shared, trusted, ready)
			}
		}
	}
}

type fakePlatform struct {
	platform
	works bool
}

func (p fakePlatform) Ready() bool { return p.works }

// One working platform is enough.
func TestReadinessOfPlatforms(t *testing.T) {
	for _, c := range []struct {
		one, two bool
		ok       bool
		broken   string
	}{
		{true, true, true, ""},
		{true, false, true, "two"},
		{false, true, true, "one"},
		{false, false, false, "one two"},
	} {
		r := newReadiness(map[string]platform{"one": fakePlatform{works: c.one}, "two": fakePlatform{works: c.two}}, inMemory(t), bottest.Clock(time.Now))
		ok, broken := r.ready(t.Context())
		if ok != c.ok || strings.Join(broken, " ") != c.broken {
			t.Errorf("%+v: ready %v, broken %q", c, ok, broken)
		}
	}
}

// If the store fails, the bot is not ready, and the answer gives the reason if that is public. A bot
// with unreadable tokens is ready, and reports their number.
func TestReadinessOfTheStore(t *testing.T) {
	for _, c := range []struct {
		failure error
		closed  int
		ok      bool
		broken  []string
	}{
		{nil, 0, true, nil},
		{fmt.Errorf("%w: page 7", store.ErrDamaged), 0, false, []string{"the store: the database is damaged"}},
		{fmt.Errorf("%w: 13", store.ErrFull), 0, false, []string{"the store: the disk is full"}},
		{fmt.Errorf("%w: 8", store.ErrReadOnly), 0, false, []string{"the store: the disk can only be read"}},
		{errors.New("cannot connect to db.internal"), 0, false, []string{"the store"}},
		{nil, 2, true, []string{"the tokens of 2 workspaces, which SECRET_KEY does not open"}},
	} {
		r := newReadiness(nil, inMemory(t), bottest.Clock(time.Now))
		r.check, r.closed = func(context.Context) error { return c.failure }, func() int { return c.closed }
		if ok, broken := r.ready(t.Context()); ok != c.ok || !slices.Equal(broken, c.broken) {
			t.Errorf("%+v: ready %t, broken %q", c, ok, broken)
		}
	}
}
