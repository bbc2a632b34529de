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
	muchWaiting = 32               // from when on messages are drawn again at the least cost
	sendWithin  = 15 * time.Second // of one effect, from its turn on; what takes longer is left to the clock
)

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
	o.start = func(l *lane, j *job) bool {
		return i.Follow(func(ctx context.Context, _ chat.Handler) { o.carryOut(ctx, l, j) })
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
	return slices.Min(append(bounds, maxWaiting-o.waiting))
}

// Put takes effects on, to be sent to the place in their order.
func (o *Outbox) Put(place chat.Place, effects []chat.Effect, send Send) {
	o.in(place, func(l *lane) {
		for _, e := range effects {
			if j := (&job{effect: e, send: send}); e.Kind == chat.Show {
				o.happens(l, j, change)
			} else {
				o.line(l, j)
			}
		}
	})
}

// After does something in its turn among what is sent to the place, once that time has
// passed.
func (o *Outbox) After(wait time.Duration, place chat.Place, do func(context.Context)) {
	time.AfterFunc(wait, func() {
		o.in(place, func(l *lane) { o.line(l, &job{do: do}) })
	})
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
	var l *lane
	j := &job{effect: e, soon: soon, turn: make(chan struct{}), newer: make(chan struct{})}
	o.in(place, func(its *lane) {
		l = its
		l.heads = append(l.heads, j)
	})
	<-j.turn
	e = o.newestOf(ctx, l, j)
	return e, func(ctx context.Context, out chat.Outcome, send Send) {
		defer o.done(l, j)
		o.note(ctx, e, out, send)
	}
}

// newestOf returns what a first answer sends: a newer version if that is wanted, was sent
// before, or is stored where one was expected.
func (o *Outbox) newestOf(ctx context.Context, l *lane, j *job) chat.Effect {
	if j.soon {
		j.await(ctx)
		o.mu.Lock()
		o.happens(l, j, begin)
		o.mu.Unlock()
	}
	e, old := j.effect, j.old // which nothing changes any more
	if last, _ := o.newest.Get(slotOf(e)); last > e.Shows.Version {
		old = true
	}
	if old || j.soon {
		drawn := o.draw(ctx, chat.Effect{Kind: chat.Show, Shows: e.Shows, Reserved: true})
		if len(drawn) > 0 && slotOf(drawn[0]) == slotOf(e) && (old || drawn[0].Shows.Version > e.Shows.Version) {
			e.Message, e.Shows = drawn[0].Message, drawn[0].Shows
		}
	}
	o.newest.Put(slotOf(e), e.Shows.Version)
	return e
}

// draw has the handler draw a Show. Nothing is drawn if that fails, and is left to the clock.
func (o *Outbox) draw(ctx context.Context, show chat.Effect) []chat.Effect {
	r, _ := Ask(ctx, o.log, func() (chat.Response, error) { return o.intake.Handler().Draw(ctx, show) })
	if len(r.Effects) != 2 || r.Effects[1].Kind != chat.Collapse || !o.unsent.Has(slotOf(r.Effects[0])) {
		return r.Effects
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.waiting < muchWaiting {
		return r.Effects
	}
	e := r.Effects[0] // surely never arrived: the former message can show it in one request instead of three
	e.Kind, e.Ref = chat.Edit, r.Effects[1].Ref
	return []chat.Effect{e}
}

// carryOut does one job.
func (o *Outbox) carryOut(ctx context.Context, l *lane, j *job) {
	defer o.done(l, j)
	ctx, cancel := context.WithTimeout(ctx, sendWithin)
	defer cancel()
	if j.do != nil {
		o.attempt(ctx, func() chat.Outcome { j.do(ctx); return chat.Outcome{} })
		return
	}
	effects := []chat.Effect{j.effect}
	if j.effect.Kind == chat.Show {
		effects = o.draw(ctx, j.effect)
	}
	if len(effects) == 0 {
		return
	}
	e := effects[0]
	o.newest.Put(slotOf(e), e.Shows.Version)
	out := o.attempt(ctx, func() chat.Outcome { return j.send(ctx, e) })
	o.note(ctx, e, out, j.send)
	if out.Fate == chat.Out {
		o.Put(l.place, slices.DeleteFunc(effects[1:], func(e chat.Effect) bool { return e.Ref == out.Ref }), j.send)
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
	for _, e := range next.Effects {
		if e.Kind == chat.Collapse || e.Kind == chat.Remove { // before another process draws over the message
			o.attempt(ctx, func() chat.Outcome { return send(ctx, e) })
		} else {
			o.Put(e.Shows.Place, []chat.Effect{e}, send)
		}
	}
	return ok
}
