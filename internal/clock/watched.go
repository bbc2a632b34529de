package clock

import (
	"context"
	"log/slog"
	"math"
	"sync"
	"time"
)

const (
	// Tolerance is how far the wall clock may be from another.
	Tolerance = time.Minute

	askEvery  = 10 * time.Second
	askWithin = 2500 * time.Millisecond

	together  = 10 * time.Second // how far apart stamps are at most that agree
	tellsFor  = 5 * time.Minute  // of a stamp, while there is doubt
	heardFor  = 24 * time.Hour   // of a stamp, with two others
	inStepFor = time.Hour        // before what has passed is counted anew
)

// Config says what a wall clock is held against.
type Config struct {
	Wall   func() time.Time                               // the clock that is told
	Ran    func() time.Duration                           // how long it has been since some moment, whatever the wall clock does
	Shared func(context.Context) (time.Time, bool, error) // the time that all processes share, and whether there is one; nil for none
	Log    *slog.Logger
}

// Watched is a wall clock that is believed while it is within [Tolerance] of the time that
// all processes share, keeps step with the time that passes to within that an hour, and
// the last three witnesses of a day do not agree with one another on another time. After
// a jump it is believed again once it is back, or once the last three witnesses agree with
// it, or a shared time that did not jump. One witness alone moves nothing but [Watched.Now]
// while there is doubt, for five minutes.
//
// Where there is a shared time, the clock is not believed before that is known. What a
// witness says may be old, so that there, witnesses cannot say that the wall clock is ahead.
// It may be used concurrently.
type Watched struct {
	Config

	mu      sync.Mutex // never held while anything waits
	began   reading    // of the wall clock, when it was last known to be right
	shared  reading
	jumped  bool       // the shared time did, so that it does not vouch for the wall clock
	stamps  [3]reading // what the last witnesses said, the newest in front
	doubted bool       // as was logged last
}

// reading is the time that another clock showed, and when it did.
type reading struct {
	at    time.Time
	ran   time.Duration
	known bool
}

// now is the time that the other clock shows now.
func (r reading) now(ran time.Duration) time.Time { return r.at.Add(ran - r.ran) }

// since is how long ago that was; for ever if it never was.
func (r reading) since(ran time.Duration) time.Duration {
	if !r.known {
		return math.MaxInt64
	}
	return ran - r.ran
}

// New makes a watched clock.
func New(c Config) *Watched {
	w := &Watched{Config: c}
	w.began = w.read(c.Wall())
	return w
}

func (w *Watched) read(at time.Time) reading { return reading{at.Round(0), w.Ran(), true} }

// Now is the time that all processes share, for what one of them notes to be due in a
// while must not be due at once for another. Where there is none it is the time by the
// wall clock and, while that is in doubt, by the witness of the last five minutes, else by
// how much has passed.
func (w *Watched) Now() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.tell(true)
}

// Unwitnessed is [Watched.Now] as it would be without witnesses. Signatures are to be
// held against this: whoever repeats an old request is a witness, too.
func (w *Watched) Unwitnessed() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.tell(false)
}

func (w *Watched) tell(witnessed bool) time.Time {
	wall, ran, last := w.Wall(), w.Ran(), w.stamps[0]
	switch {
	case w.shared.known:
		return w.shared.now(ran).In(wall.Location())
	case w.offset(witnessed).Abs() <= Tolerance:
		return wall
	case witnessed && last.since(ran) < tellsFor:
		return last.now(ran).In(wall.Location())
	default:
		return w.began.now(ran)
	}
}

// Offset is how far the wall clock is ahead of the clock with which it agrees
// least.
func (w *Watched) Offset() time.Duration {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.offset(true)
}

func (w *Watched) offset(witnessed bool) (most time.Duration) {
	wall, ran := w.Wall().Round(0), w.Ran()
	for _, r := range []reading{w.began, w.shared} {
		if off := wall.Sub(r.now(ran)); r.known && off.Abs() > most.Abs() {
			most = off
		}
	}
	if !witnessed || !w.agreed(ran) {
		return most
	}
	if off := wall.Sub(w.stamps[0].now(ran)); off.Abs() > most.Abs() && (off < 0 || !w.shared.known) {
		most = off
	}
	return most
}

// agreed reports whether the last witnesses agree with one another.
func (w *Watched) agreed(ran time.Duration) bool {
	for _, s := range w.stamps {
		if s.since(ran) > heardFor || s.now(ran).Sub(w.stamps[0].now(ran)).Abs() > together {
			return false
		}
	}
	return true
}

// Trusted reports whether the wall clock is to be believed now. Each time that
// changes, a line is logged.
func (w *Watched) Trusted() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	off := w.offset(true)
	doubted := off.Abs() > Tolerance
	if doubted != w.doubted {
		w.doubted = doubted
		if doubted {
			w.Log.Error("the clock is in doubt: nobody is reminded, and nothing expires or is deleted", "offset", off)
		} else {
			w.Log.Info("the clock is beyond doubt again", "offset", off)
		}
	}
	if !doubted && w.began.since(w.Ran()) >= inStepFor {
		w.began = w.read(w.Wall()) // no two clocks run alike for weeks
	}
	return !doubted && (w.Shared == nil || w.shared.known)
}

// Witness says that something was sent at that time. What was sent before another of the
// last five minutes, or is repeated, says nothing.
func (w *Watched) Witness(at time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	now, last := w.read(at), w.stamps[0]
	if last.since(now.ran) < tellsFor && !now.at.After(last.at) {
		return
	}
	w.stamps = [...]reading{now, last, w.stamps[1]}
	if w.agreed(now.ran) {
		w.jumped = w.jumped && now.at.Sub(w.shared.now(now.ran)).Abs() > Tolerance
		w.agree(now)
	}
}

// agree counts the time that has passed anew, if the wall clock agrees with another
// one: it may have been set right since it was made.
func (w *Watched) agree(with reading) {
	if wall := w.Wall().Round(0); wall.Sub(with.at).Abs() <= Tolerance {
		w.began = reading{wall, with.ran, true}
	}
}

// Run asks for the shared time every ten seconds until ctx is done.
func (w *Watched) Run(ctx context.Context) {
	for w.Shared != nil {
		_ = w.Ask(ctx) // where it fails, what was said last still counts
		select {
		case <-ctx.Done():
			return
		case <-time.After(askEvery):
		}
	}
}

// Ask asks for the shared time, if there is one. While that runs evenly and the wall
// clock agrees with it, the wall clock may have been set right. Before it was told once, nothing
// should be done that tells the time.
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
	now := w.read(at)
	w.jumped = w.jumped || w.shared.known && now.at.Sub(w.shared.now(now.ran)).Abs() > Tolerance
	w.shared = now
	if !w.jumped {
		w.agree(now)
	}
	return nil
}

// After is [time.After], which no setting of the clock disturbs.
func (w *Watched) After(d time.Duration) <-chan time.Time { return time.After(d) }
