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
	holdFor     = 300 * time.Millisecond // the longest wait of a first answer for the engine's move
	muchWaiting = 32                     // the number of waiting jobs from which lost messages are drawn at the least cost
	sendWithin  = 15 * time.Second       // the time limit of one effect, from its turn on
)

// Send carries out one effect on the platform, and logs what went wrong.
type Send func(ctx context.Context, e chat.Effect) chat.Outcome

// Outbox carries out effects: one at a time for each place, in their order, and fairly between
// tenants. It reports the outcome of an effect with a slot to the handler, and does what the
// handler answers. It draws a Show when its turn comes, and a Show that waits stands for later
// ones of its message. It drops what exceeds its bounds: the clock draws slots again. Its
// methods may be called concurrently, and only [Outbox.Turn] waits.
type Outbox struct {
	lanes
	intake *Intake
	unsent recent.Set[slot] // messages known never to have been sent
}

// NewOutbox returns an outbox that works in tasks of the intake, and calls its handler.
func NewOutbox(i *Intake, log *slog.Logger) *Outbox {
	o := &Outbox{intake: i, lanes: newLanes(log)}
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

// Capacity returns how many more effects the outbox takes now, and none while the intake is
// closed. Each of the bounds, such as [Breaker.Admits], may lower it.
func (o *Outbox) Capacity(bounds ...int) int {
	if !o.intake.IsOpen() {
		return 0
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	return slices.Min(append(bounds, maxWaiting-o.queue.Len()))
}

// Put sends effects to the place in their order, after what waits there.
func (o *Outbox) Put(place chat.Place, effects []chat.Effect, send Send) {
	jobs := make([]*job, len(effects))
	for i, e := range effects {
		j := &job{effect: e}
		j.do = func(ctx context.Context) { o.carryOut(ctx, j, send) }
		jobs[i] = j
	}
	o.add(place, jobs...)
}

// After puts other work into the lane of the place, once some time has passed.
func (o *Outbox) After(wait time.Duration, place chat.Place, do func(context.Context)) {
	j := &job{do: func(ctx context.Context) {
		o.attempt(ctx, func() chat.Outcome { do(ctx); return chat.Outcome{} })
	}}
	time.AfterFunc(wait, func() { o.add(place, j) })
}

// Turn waits for the turn of a first answer, which goes before what waits for the place. It
// returns the effect to send: with the newest version if the game has gone on, for which it
// waits a moment if soon. The caller sends the effect and then calls end, which reports the
// outcome and frees the lane. An effect without a slot has no turn to wait for.
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

// newestOf returns the effect that a first answer sends. It draws the message again if a newer
// version is wanted, was sent before, or is expected soon and stored.
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

// joins lets a first answer stand for the Show of its message that waits, and reports whether
// the Show is not older.
func (o *Outbox) joins(j *job) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.happens(j, answer)
}

// draw asks the handler to draw a Show. It returns nothing if that fails: the clock tries again.
func (o *Outbox) draw(ctx context.Context, show chat.Effect) []chat.Effect {
	r, _ := Ask(ctx, o.log, func() (chat.Response, error) { return o.intake.Handler().Draw(ctx, show) })
	if len(r.Effects) != 2 || r.Effects[1].Kind != chat.Collapse || !o.unsent.Has(slotOf(r.Effects[0])) {
		return r.Effects
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.queue.Len() < muchWaiting {
		return r.Effects
	}
	e := r.Effects[0] // it never arrived, so the former message can show it by one request instead of three
	e.Kind, e.Ref = chat.Edit, r.Effects[1].Ref
	return []chat.Effect{e}
}

// carryOut sends an effect, and reports the outcome.
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

// attempt calls send, and survives its panics.
func (o *Outbox) attempt(ctx context.Context, send func() chat.Outcome) (out chat.Outcome) {
	defer func() {
		if value := recover(); value != nil {
			o.log.ErrorContext(ctx, "a panic in sending a message was survived", survived.Panic(value))
			out = chat.Outcome{Fate: chat.Unknown}
		}
	}()
	return send()
}

// reportPauses hold the waits before a report that failed is made again. If all fail, a message
// may show an older version without anyone knowing.
var reportPauses = [...]time.Duration{time.Second, 4 * time.Second}

// note reports the outcome of an effect, again if the handler fails. It does not report an
// effect that never arrived, nor a new message that may not be there.
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

// report reports the outcome of an effect to the handler, and does what the handler answers. It
// returns false if the handler failed.
func (o *Outbox) report(ctx context.Context, e chat.Effect, out chat.Outcome, send Send) bool {
	next, ok := Ask(ctx, o.log, func() (chat.Response, error) { return o.intake.Handler().Sent(ctx, e.Shows, out) })
	for _, follows := range next.Effects {
		if follows.Kind == chat.Collapse || follows.Kind == chat.Remove { // at once, before another process draws over the message
			o.attempt(ctx, func() chat.Outcome { return send(ctx, follows) })
		} else {
			o.Put(e.Shows.Place, []chat.Effect{follows}, send)
		}
	}
	return ok
}
