package exchange

import (
	"context"
	"log/slog"
	"slices"
	"time"

	"othellobot/chat"
	"othellobot/internal/recent"
	"othellobot/internal/survived"
)

const (
	holdFor     = 300 * time.Millisecond // how long a first answer waits for the engine's move
	muchWaiting = 32                     // from when on messages are drawn again at the least cost
	sendWithin  = 15 * time.Second       // of one effect, from its turn on; what takes longer is left to the clock
)

// Send carries out one effect on the platform, and logs what went wrong.
type Send func(ctx context.Context, e chat.Effect) chat.Outcome

// Outbox carries out effects: those of one place in their order, those of several
// places at the same time, and those of several tenants in turn. What comes of an
// effect with a slot it reports to the handler, and it does what that answers. A Show is
// drawn when its turn has come, and one that waits stands for all of its message.
// What it cannot take on it drops: slots are drawn again by the clock. Its methods
// may be called concurrently, and none but [Outbox.Turn] waits.
type Outbox struct {
	lanes
	intake *Intake
	unsent recent.Set[slot] // messages of which surely nothing was ever sent
}

// NewOutbox makes an outbox whose work is counted by the intake, and which calls
// that one's handler.
func NewOutbox(i *Intake, log *slog.Logger) *Outbox {
	o := &Outbox{intake: i, lanes: lanes{log: log, byPlace: make(map[chat.Place]*lane), tenants: make(map[chat.Place]*tenant)}}
	o.start = func(j *job) bool {
		return i.Follow(func(ctx context.Context, _ chat.Handler) {
			defer o.done(j)
			ctx, cancel := context.WithTimeout(ctx, sendWithin)
			defer cancel()
			j.do(ctx)
		})
	}
	return o
}

// Capacity is how many more effects it would take on now, none before the intake is
// open and after its end was asked for. Each of the bounds, such as [Breaker.Admits], may
// lower it.
func (o *Outbox) Capacity(bounds ...int) int {
	if !o.intake.IsOpen() {
		return 0
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	return slices.Min(append(bounds, maxWaiting-len(o.queue)))
}

// Put takes effects on, to be sent to the place in their order.
func (o *Outbox) Put(place chat.Place, effects []chat.Effect, send Send) {
	jobs := make([]*job, len(effects))
	for i, e := range effects {
		j := &job{effect: e}
		j.do = func(ctx context.Context) { o.carryOut(ctx, j, send) }
		jobs[i] = j
	}
	o.add(place, jobs...)
}

// After does something in its turn among what is sent to the place, once that time has
// passed.
func (o *Outbox) After(wait time.Duration, place chat.Place, do func(context.Context)) {
	j := &job{do: func(ctx context.Context) {
		o.attempt(ctx, func() chat.Outcome { do(ctx); return chat.Outcome{} })
	}}
	time.AfterFunc(wait, func() { o.add(place, j) })
}

// Turn waits until the lane of the place is free for a first answer, which goes before all
// that waits there, and returns what to send: the effect, or the message as it is now if
// the game has gone on. If soon, it waits a moment for that. The caller sends it, and then
// calls end, which reports the outcome, and takes what follows of it to send. An effect
// without a slot has no turn to wait for.
func (o *Outbox) Turn(ctx context.Context, place chat.Place, e chat.Effect, soon bool) (now chat.Effect, end func(context.Context, chat.Outcome, Send)) {
	if e.Shows.Slot == chat.SlotNone {
		return e, func(context.Context, chat.Outcome, Send) {}
	}
	j := &job{effect: e, turn: make(chan struct{}), newer: make(chan struct{}, 1)}
	o.add(place, j)
	<-j.turn
	e = o.newestOf(ctx, j, soon)
	return e, func(ctx context.Context, out chat.Outcome, send Send) {
		defer o.done(j)
		o.note(ctx, e, out, send)
	}
}

// newestOf returns what a first answer sends: a newer version if that is wanted, was sent
// before, or is stored where one was expected.
func (o *Outbox) newestOf(ctx context.Context, j *job, soon bool) chat.Effect {
	e := j.effect
	last, _ := o.newest.Get(slotOf(e))
	old := o.joins(j) || last > e.Shows.Version
	if soon && !old {
		o.newest.Put(slotOf(e), e.Shows.Version)
		within, cancel := context.WithTimeout(ctx, holdFor)
		defer cancel()
		select {
		case <-j.newer:
		case <-within.Done():
		}
		old = o.joins(j)
	}
	if old || soon {
		drawn := o.draw(ctx, chat.Effect{Kind: chat.Show, Shows: e.Shows, Reserved: true})
		if len(drawn) > 0 && slotOf(drawn[0]) == slotOf(e) && (old || drawn[0].Shows.Version > e.Shows.Version) {
			e.Message, e.Shows = drawn[0].Message, drawn[0].Shows
		}
	}
	o.newest.Put(slotOf(e), e.Shows.Version)
	return e
}

// joins has a first answer stand for the Show of its message that waits, and reports whether
// that is not older.
func (o *Outbox) joins(j *job) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.happens(j, answer)
}

// draw has the handler draw a Show. Nothing is drawn if that fails, and is left to the clock.
func (o *Outbox) draw(ctx context.Context, show chat.Effect) []chat.Effect {
	r, _ := Ask(ctx, o.log, func() (chat.Response, error) { return o.intake.Handler().Draw(ctx, show) })
	if len(r.Effects) != 2 || r.Effects[1].Kind != chat.Collapse || !o.unsent.Has(slotOf(r.Effects[0])) {
		return r.Effects
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.queue) < muchWaiting {
		return r.Effects
	}
	e := r.Effects[0] // surely never arrived: the former message can show it in one request instead of three
	e.Kind, e.Ref = chat.Edit, r.Effects[1].Ref
	return []chat.Effect{e}
}

// carryOut sends an effect, and reports what came of it.
func (o *Outbox) carryOut(ctx context.Context, j *job, send Send) {
	effects := []chat.Effect{j.effect}
	if j.effect.Kind == chat.Show {
		effects = o.draw(ctx, j.effect)
	}
	if len(effects) == 0 {
		return
	}
	e := effects[0]
	o.newest.Put(slotOf(e), e.Shows.Version)
	out := o.attempt(ctx, func() chat.Outcome { return send(ctx, e) })
	o.note(ctx, e, out, send)
	if out.Fate == chat.Out {
		o.Put(j.lane.place, slices.DeleteFunc(effects[1:], func(e chat.Effect) bool { return e.Ref == out.Ref }), send)
	}
}

// attempt survives the panics of what sends an effect.
func (o *Outbox) attempt(ctx context.Context, send func() chat.Outcome) (out chat.Outcome) {
	defer func() {
		if value := recover(); value != nil {
			o.log.ErrorContext(ctx, "a panic in sending a message was survived", survived.Panic(value))
			out = chat.Outcome{Fate: chat.Unknown}
		}
	}()
	return send()
}

// reportPauses are how long it is from one report that the handler does not take to the
// next. Without it nobody knows of a message that shows an older version again.
var reportPauses = [...]time.Duration{time.Second, 4 * time.Second}

// note reports what came of an effect, until the handler takes that. What has surely not
// arrived is not reported, nor is a new message that may not be there.
func (o *Outbox) note(ctx context.Context, e chat.Effect, out chat.Outcome, send Send) {
	if out.Fate != chat.Unsent {
		o.unsent.Take(slotOf(e))
	} else if e.Kind == chat.Post && !e.Redraw {
		o.unsent.Add(slotOf(e))
	}
	if e.Shows.Slot == chat.SlotNone || out.Fate == chat.Unsent || out.Fate == chat.Unknown && e.Kind == chat.Post {
		return
	}
	if o.report(ctx, e, out, send) {
		return
	}
	o.intake.Follow(func(ctx context.Context, _ chat.Handler) {
		for _, pause := range reportPauses {
			if Sleep(ctx, pause) != nil || o.report(ctx, e, out, send) {
				return
			}
		}
	})
}

// report tells the handler what came of an effect, and does what the handler says then. It
// is false if the handler failed.
func (o *Outbox) report(ctx context.Context, e chat.Effect, out chat.Outcome, send Send) bool {
	next, ok := Ask(ctx, o.log, func() (chat.Response, error) { return o.intake.Handler().Sent(ctx, e.Shows, out) })
	for _, follows := range next.Effects {
		if follows.Kind == chat.Collapse || follows.Kind == chat.Remove { // before another process draws over the message
			o.attempt(ctx, func() chat.Outcome { return send(ctx, follows) })
		} else {
			o.Put(e.Shows.Place, []chat.Effect{follows}, send)
		}
	}
	return ok
}
