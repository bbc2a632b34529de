package clock

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

// Tolerance is the largest jump after which the clock is still trusted.
const Tolerance = time.Minute

const (
	askEvery   = 10 * time.Second
	askTimeout = 2500 * time.Millisecond
	probation  = time.Hour // after this time in step with the elapsed time, a clock counts as right again
)

// Config holds the sources of time.
type Config struct {
	Wall    func() time.Time                               // returns the time of the machine's clock
	Elapsed func() time.Duration                           // returns the time elapsed since a fixed moment, independently of Wall
	Shared  func(context.Context) (time.Time, bool, error) // returns the time that all processes share, and whether there is one; may be nil
	Log     *slog.Logger
}

// Watched is a clock that shows the time shared by all processes or, without such a time, the
// machine's time. It is trusted while it differs from the elapsed time by at most [Tolerance] an
// hour. After a jump it is trusted again when it has jumped back, or has kept step for an hour. If
// a shared time is configured, the machine's clock does not matter, and the Watched is not trusted
// before the first answer. It may be used concurrently.
type Watched struct {
	Config

	mu      sync.Mutex
	shared  reading // unknown until the first answer
	right   reading // when the clock was last known to be right
	jumped  reading // first reading after a jump; unknown while the clock is right
	doubted bool    // whether the log says that the clock is in doubt
}

// reading is a time that a clock showed, and the elapsed time then.
type reading struct {
	at    time.Time
	ran   time.Duration
	known bool
}

// now returns the time of a clock that has kept step since the reading.
func (r reading) now(ran time.Duration) time.Time { return r.at.Add(ran - r.ran) }

// New returns a clock. Its current time counts as right.
func New(c Config) *Watched {
	w := &Watched{Config: c}
	w.right = w.read()
	return w
}

func (w *Watched) read() reading {
	wall, ran := w.Wall(), w.Elapsed()
	if w.shared.known {
		return reading{w.shared.now(ran).In(wall.Location()), ran, true}
	}
	return reading{wall.Round(0), ran, true} // Round drops Go's monotonic reading
}

// Now returns the shared time, even after a jump: a due time set by one process must not be due
// at once for another. Without a shared time, it returns the machine's time. While that is in doubt,
// it returns the last trusted time plus the time elapsed since.
func (w *Watched) Now() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	now := w.read()
	if !w.shared.known && w.ahead(now).Abs() > Tolerance {
		return w.right.now(now.ran)
	}
	return now.at
}

// Offset returns how much more than the elapsed time the clock has advanced since it was last right.
func (w *Watched) Offset() time.Duration {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.ahead(w.read())
}

func (w *Watched) ahead(now reading) time.Duration { return now.at.Sub(w.right.now(now.ran)) }

// Trusted reports whether the time can be trusted now. It logs when the clock comes into doubt,
// and when the doubt ends.
func (w *Watched) Trusted() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	now := w.read()
	w.settle(now)
	off := w.ahead(now)
	doubted := off.Abs() > Tolerance
	switch {
	case doubted && !w.doubted:
		w.Log.Error("the clock is in doubt: no reminders, expiries or deletions until it is right", "offset", off)
	case w.doubted && !doubted:
		w.Log.Info("the clock is beyond doubt again", "offset", off)
	}
	w.doubted = doubted
	return !doubted && (w.Shared == nil || w.shared.known)
}

// settle takes the current reading as the new reference if the clock has kept step for an hour.
// Without this, drift would add up, and a corrected clock would stay in doubt.
func (w *Watched) settle(now reading) {
	since := &w.jumped
	if w.ahead(now).Abs() <= Tolerance {
		w.jumped, since = reading{}, &w.right
	} else if !since.known || now.at.Sub(since.now(now.ran)).Abs() > Tolerance {
		*since = now
	}
	if now.ran-since.ran >= probation {
		w.right, w.jumped = now, reading{}
	}
}

// Run asks for the shared time every ten seconds until ctx is done.
func (w *Watched) Run(ctx context.Context) {
	for w.Shared != nil {
		_ = w.Update(ctx) // after an error, the last answer still counts
		select {
		case <-ctx.Done():
			return
		case <-time.After(askEvery):
		}
	}
}

// Update asks for the shared time, if there is one.
func (w *Watched) Update(ctx context.Context) error {
	if w.Shared == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, askTimeout)
	defer cancel()
	at, ok, err := w.Shared(ctx)
	if err != nil || !ok {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	first := !w.shared.known
	w.shared = reading{at.Round(0), w.Elapsed(), true}
	if first {
		w.right = w.shared
	}
	return nil
}
