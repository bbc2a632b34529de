package sim

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"testing/synctest"
	"time"

	"othellobot/chat"
	"othellobot/game"
)

// now returns the true time since the start.
func (w *world) now() time.Duration { return time.Since(w.start) }

// after schedules an event in a later millisecond. Events of the same millisecond keep their order.
func (w *world) after(d time.Duration, do func()) {
	w.number++
	at := (w.now() + max(d, time.Millisecond)).Truncate(time.Millisecond) + time.Duration(w.number)
	i, _ := slices.BinarySearchFunc(w.events, at, func(e event, at time.Duration) int { return cmp.Compare(at, e.at) })
	w.events = slices.Insert(w.events, i, event{at, do})
}

func (w *world) chance(of float64) bool { return of > 0 && w.random.Float64() < of }

func (w *world) between(least, most time.Duration) time.Duration {
	x := w.random.Float64()
	return least + time.Duration(x*x*float64(most-least))
}

func (w *world) traceNumber(n uint64) { w.trace = (w.trace ^ n) * 1099511628211 }

func (w *world) traceText(text string) {
	for i := range len(text) {
		w.traceNumber(uint64(text[i]))
	}
}

func (w *world) narrate(at game.Place, format string, args ...any) {
	if w.story != nil {
		w.story.lines = append(w.story.lines, line{at: w.now(), place: at, text: fmt.Sprintf(format, args...)})
	}
}

func (w *world) count(s eventKind) { w.census[s]++ }

// post gives a request to the world's goroutine, which sends the reply to the channel in a later event.
func (w *world) post(r request) <-chan any {
	answer := make(chan any, 1)
	r.answer = answer
	w.mu.Lock()
	w.posted = append(w.posted, r)
	w.mu.Unlock()
	select {
	case w.arrived <- struct{}{}:
	default:
	}
	return answer
}

func (w *world) take() {
	select {
	case <-w.arrived: // consume the signal, or it would be taken for that of a later request
	default:
	}
	w.mu.Lock()
	batch := w.posted
	w.posted = nil
	w.mu.Unlock()
	slices.SortFunc(batch, func(a, b request) int { return a.label.compare(b.label) })
	for i := 0; i < len(batch); {
		same := 1
		for i+same < len(batch) && !batch[i].alone && batch[i].label == batch[i+same].label {
			same++
		}
		group := batch[i : i+same]
		if w.story != nil {
			w.story.lines = append(w.story.lines, line{at: w.now(), text: fmt.Sprint(group[0].label), onlyForDiff: true})
		}
		w.traceNumber(uint64(group[0].label.process)<<32 | uint64(group[0].label.attempt))
		w.traceText(group[0].label.what)
		w.traceNumber(uint64(group[0].label.version))
		group[0].begin(func(answer any) {
			for _, r := range group {
				r.answer <- answer
			}
		})
		i += same
	}
}

type attemptKey struct{}

func attemptOf(ctx context.Context) *attempt {
	a, _ := ctx.Value(attemptKey{}).(*attempt)
	return a
}

func (p *process) label(ctx context.Context, what, about string, version uint32) label {
	l := label{process: p.number, what: what, about: about, version: version}
	if a := attemptOf(ctx); a != nil {
		l.attempt = a.number
	}
	return l
}

// post runs do on the world's goroutine if the process lives. Goroutines of a dead process end in no fixed order.
func (p *process) post(l label, do func()) {
	if p.ctx.Err() == nil {
		p.world.post(request{label: l, begin: func(func(any)) { do() }})
	}
}

// await makes a request to the world and waits for the reply. If ctx ends first, await returns in its own event, too.
func (p *process) await(ctx context.Context, r request) (any, error) {
	if err := cmp.Or(p.ctx.Err(), ctx.Err()); err != nil {
		return nil, err
	}
	select {
	case answer := <-p.world.post(r):
		return answer, nil
	case <-ctx.Done():
	case <-p.ctx.Done():
	}
	if p.ctx.Err() != nil {
		return nil, p.ctx.Err()
	}
	r.label.what = "give up " + r.label.what
	r.begin = func(reply func(any)) { p.world.after(0, func() { reply(nil) }) }
	select {
	case <-p.world.post(r):
		return nil, ctx.Err()
	case <-p.ctx.Done():
		return nil, p.ctx.Err()
	}
}

// wall returns the time of the host's wall clock, which may be wrong.
func (h *host) wall() time.Time { return time.Now().Add(time.Duration(h.skew.Load())) }

func (w *world) sinceStart(milli int64) time.Duration { return time.UnixMilli(milli).Sub(w.start) }

// maxOverdue limits how long a message may be due before it is drawn.
const maxOverdue = 30 * time.Second

// quiet reports whether nothing has gone wrong since a time, and in the period before it.
func (w *world) quiet(s *service, since, before time.Duration) bool {
	return w.lastFault < since-before && s.lastFault < since-before && w.now() >= s.until
}

// storedGame returns a stored game and its slots. It returns false if the game does not exist or cannot be read.
func (w *world) storedGame(id game.ID) (game.Game, []game.Slot, bool) {
	m := w.judge.matches[id]
	if m == nil {
		return game.Game{}, nil, false
	}
	g, slots, err := w.server.table.FindGame(context.Background(), m.game.Place, id)
	return g, slots, err == nil
}

func (w *world) gone(at chat.Place) bool {
	return w.lost != nil && strings.HasPrefix(at.String(), w.lost.place.Prefix())
}

func (w *world) mayDelete(at game.Place) bool {
	return w.lost != nil && strings.HasPrefix(string(at), w.lost.place.Prefix()) && w.now()-w.lost.since > w.lost.keepFor-maxSkew
}

func (w *world) sortedChannels() []*channel {
	return slices.SortedFunc(maps.Values(w.channels), func(a, b *channel) int { return cmp.Compare(a.place.Channel, b.place.Channel) })
}

func (w *world) anyHost() *host { return w.hosts[w.random.IntN(len(w.hosts))] }

func (w *world) runFor(d time.Duration) {
	over := false
	w.after(d, func() { over = true })
	w.run(func() bool { return over || w.judge.failed != "" })
}

// maxGoroutines limits the goroutines of all runs that go on at the same time.
const maxGoroutines = 5000

func (w *world) run(done func() bool) {
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	for {
		synctest.Wait()
		w.take()
		if done() || len(w.events) == 0 {
			return
		}
		if w.number%1024 == 0 && runtime.NumGoroutine() > maxGoroutines {
			w.judge.fail("", "there are %d goroutines", runtime.NumGoroutine())
			return
		}
		if w.number > w.maxEvents {
			w.judge.fail("", "after %d events there is no end of them", w.number)
			return
		}
		next := w.events[len(w.events)-1]
		timer.Reset(next.at - w.now())
		select {
		case <-w.arrived: // the bot set off a timer of its own before the event
		case <-timer.C:
			w.events = w.events[:len(w.events)-1]
			w.traceNumber(uint64(next.at))
			next.do()
		}
	}
}
