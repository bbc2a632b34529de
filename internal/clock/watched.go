package clock

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

const (
	// Tolerance is the largest jump after which the clock is still believed.
	Tolerance = time.Minute

	askEvery  = 10 * time.Second
	askWithin = 2500 * time.Millisecond

	inStepFor = time.Hour // until what has passed is counted from a later reading, or a jump is believed
)

// Config says where the time comes from.
type Config struct {
	Wall   func() time.Time                               // the machine's clock
	Ran    func() time.Duration                           // how long it has been since some moment, whatever the wall clock does
	Shared func(context.Context) (time.Time, bool, error) // the time that all processes share, and whether there is one; nil for none
	Log    *slog.Logger
}

// Watched is the time that all processes share or, if they share none, that of the machine. It
// is believed while it keeps step with the time that passes, to within [Tolerance] an hour.
// After a jump it is believed again once it is back, or has kept step for an hour. A shared time is
// not believed before it is known; with one, the machine's clock does not count.
// It may be used concurrently.
type Watched struct {
	Config

	mu      sync.Mutex // never held while anything waits
	shared  reading    // unknown until the first answer
	right   reading    // the time when it was last known to be right
	jumped  reading    // the time after it jumped; unknown while it is right
	doubted bool       // as was logged last
}

// reading is a time that a clock showed, and the moment at which it did.
type reading struct {
	at    time.Time
	ran   time.Duration
	known bool
}

// now is the time of a clock that has kept step since the reading.
func (r reading) now(ran time.Duration) time.Time { return r.at.Add(ran - r.ran) }

// New makes a watched clock.
func New(c Config) *Watched {
	w := &Watched{Config: c}
	w.right = w.read()
	return w
}

// read returns the time, right or wrong.
func (w *Watched) read() reading {
	wall, ran := w.Wall(), w.Ran()
	if w.shared.known {
		return reading{w.shared.now(ran).In(wall.Location()), ran, true}
	}
	return reading{wall.Round(0), ran, true} // without what Go calls monotonic
}

// Now returns the time that all processes share, even if it has jumped: what one process notes as
// due later must not be due at once for another. Without a shared time it is the time of the
// machine's clock or, while that is in doubt, the last trusted time plus the time passed since.
func (w *Watched) Now() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	now := w.read()
	if !w.shared.known && w.ahead(now).Abs() > Tolerance {
		return w.right.now(now.ran)
	}
	return now.at
}

// Offset returns the lead of the clock over the time that has passed since it was last right.
func (w *Watched) Offset() time.Duration {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.ahead(w.read())
}

func (w *Watched) ahead(now reading) time.Duration {
	return now.at.Sub(w.right.now(now.ran))
}

// Trusted reports whether the time is to be believed now. Each time that changes, a
// line is logged.
func (w *Watched) Trusted() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	now := w.read()
	w.settle(now)
	off := w.ahead(now)
	doubted := off.Abs() > Tolerance
	if doubted != w.doubted {
		w.doubted = doubted
		if doubted {
			w.Log.Error("the clock is in doubt: nobody is reminded, and nothing expires or is deleted", "offset", off)
		} else {
			w.Log.Info("the clock is beyond doubt again", "offset", off)
		}
	}
	return !doubted && (w.Shared == nil || w.shared.known)
}

// settle counts the time that has passed from now on, if the clock has kept step for long:
// no two clocks run alike for weeks, and one that has jumped may have been set right.
func (w *Watched) settle(now reading) {
	since := &w.jumped
	if w.ahead(now).Abs() <= Tolerance {
		w.jumped, since = reading{}, &w.right
	} else if !since.known || now.at.Sub(since.now(now.ran)).Abs() > Tolerance {
		*since = now
	}
	if now.ran-since.ran >= inStepFor {
		w.right, w.jumped = now, reading{}
	}
}

// Run asks for the shared time every ten seconds until ctx is done.
func (w *Watched) Run(ctx context.Context) {
	for w.Shared != nil {
		_ = w.Ask(ctx) // where it fails, the last answer still counts
		select {
		case <-ctx.Done():
			return
		case <-time.After(askEvery):
		}
	}
}

// Ask asks for the shared time, if there is one. Before the first answer, nothing should be
// done that depends on the time.
func (w *Watched) Ask(ctx context.Context) error {
	if w.Shared == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, askWithin)
	defer cancel()
	at, ok, err := w.Shared(ctx)
	if err != nil || !ok {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	first := !w.shared.known
	w.shared = reading{at.Round(0), w.Ran(), true}
	if first {
		w.right = w.shared
	}
	return nil
}
