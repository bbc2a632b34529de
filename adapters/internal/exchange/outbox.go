package exchange

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"

	"othellobot/chat"
	"othellobot/internal/fair"
	"othellobot/internal/recent"
	"othellobot/internal/survived"
)

const (
	holdFor     = 300 * time.Millisecond // the longest time that a first answer waits for the engine's move
	muchWaiting = 32                     // if this many jobs wait, unsent messages are redrawn with fewer requests
	sendWithin  = 15 * time.Second       // the time limit of one queued job, from its turn on
)

// Send carries out one effect on the platform and logs failures.
type Send func(ctx context.Context, e chat.Effect) chat.Outcome

// Outbox carries out effects: one at a time in each place, in order, and fairly between tenants. It
// reports outcomes to the handler and carries out the handler's answers. A Refresh is drawn when its
// turn comes; until then it absorbs Refreshes of the same message. Effects beyond the limits are
// dropped, because the bot redraws slots later. An Outbox is safe for concurrent use.
type Outbox struct {
	intake *Intake
	log    *slog.Logger
	newest recent.Map[slot, uint32] // newest version of each message that was sent or is being sent
	unsent recent.Set[slot]         // messages known never to have been sent

	mu      sync.Mutex       // guards the rest
	queue   fair.Queue[*job] // divided by tenant and place
	byPlace map[chat.Place]*lane
}

// NewOutbox returns an outbox that works in tasks of the intake and calls the intake's handler.
func NewOutbox(i *Intake, log *slog.Logger) *Outbox {
	return &Outbox{
		intake: i, log: log, byPlace: make(map[chat.Place]*lane),
		queue: fair.Queue[*job]{Limits: []int{maxSending, maxSendingTenant, 1}},
	}
}

// Capacity returns how many more effects may wait in all lanes, but at most the smallest of bounds.
// It returns 0 while the intake is closed.
func (o *Outbox) Capacity(bounds ...int) int {
	if !o.intake.IsOpen() {
		return 0
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	return slices.Min(append(bounds, maxWaiting-o.queue.Len()))
}

// Put adds effects to the end of the place's lane, in order. A Refresh may merge into a waiting one.
func (o *Outbox) Put(place chat.Place, effects []chat.Effect, send Send) {
	jobs := make([]*job, len(effects))
	for i, e := range effects {
		j := &job{effect: e}
		j.do = func(ctx context.Context) { o.carryOut(ctx, j, send) }
		jobs[i] = j
	}
	o.add(place, jobs...)
}

// After adds a call of do to the end of the place's lane, once wait has passed.
func (o *Outbox) After(wait time.Duration, place chat.Place, do func(context.Context)) {
	j := &job{do: func(ctx context.Context) {
		o.attempt(ctx, func() chat.Outcome { do(ctx); return chat.Outcome{} })
	}}
	time.AfterFunc(wait, func() { o.add(place, j) })
}

// Turn puts the first answer e ahead of the effects that wait in its lane, and blocks until its turn.
// If soon is set, it then waits briefly for a newer version. It returns the effect to send, redrawn
// if a newer version is known. The caller sends the effect and then calls end, which frees the
// lane. Turn returns an effect without a slot at once.
func (o *Outbox) Turn(ctx context.Context, place chat.Place, e chat.Effect, soon bool) (now chat.Effect, end func(context.Context, chat.Outcome, Send)) {
	if e.Subject.Slot == chat.SlotNone {
		return e, func(context.Context, chat.Outcome, Send) {}
	}
	j := &job{effect: e, turn: make(chan struct{}), newer: make(chan struct{}, 1)}
	o.add(place, j)
	<-j.turn
	e = o.newestOf(ctx, j, soon)
	return e, func(ctx context.Context, out chat.Outcome, send Send) {
		defer o.done(j)
		o.noteOutcome(ctx, e, out, send)
	}
}

// newestOf returns the effect to send for a first answer. It draws the message again if a newer
// version was sent, if a Refresh waits that is not older, or if soon is set.
func (o *Outbox) newestOf(ctx context.Context, j *job, soon bool) chat.Effect {
	e := j.effect
	last, _ := o.newest.Get(slotOf(e))
	old := o.replaceRefresh(j) || last > e.Subject.Version
	if soon && !old {
		o.newest.Put(slotOf(e), e.Subject.Version)
		within, cancel := context.WithTimeout(ctx, holdFor)
		defer cancel()
		select {
		case <-j.newer:
		case <-within.Done():
		}
		old = o.replaceRefresh(j)
	}
	if old || soon {
		drawn := o.draw(ctx, chat.Effect{Kind: chat.Refresh, Subject: e.Subject, Reserved: true})
		if len(drawn) > 0 && slotOf(drawn[0]) == slotOf(e) && (old || drawn[0].Subject.Version > e.Subject.Version) {
			e.Message, e.Subject = drawn[0].Message, drawn[0].Subject
		}
	}
	o.newest.Put(slotOf(e), e.Subject.Version)
	return e
}

// replaceRefresh drops a waiting Refresh of the first answer's message. It reports whether there was
// one that is not older than the first answer.
func (o *Outbox) replaceRefresh(j *job) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.react(j, answer)
}

// draw returns nil if the handler fails; the bot tries again later.
func (o *Outbox) draw(ctx context.Context, refresh chat.Effect) []chat.Effect {
	r, _ := Ask(ctx, o.log, func() (chat.Response, error) { return o.intake.Handler().Draw(ctx, refresh) })
	if len(r.Effects) != 2 || r.Effects[1].Kind != chat.Collapse || !o.unsent.Has(slotOf(r.Effects[0])) {
		return r.Effects
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.queue.Len() < muchWaiting {
		return r.Effects
	}
	e := r.Effects[0] // the new message never arrived; to edit the former one takes one request instead of three
	e.Kind, e.Ref = chat.Edit, r.Effects[1].Ref
	return []chat.Effect{e}
}

func (o *Outbox) carryOut(ctx context.Context, j *job, send Send) {
	effects := []chat.Effect{j.effect}
	if j.effect.Kind == chat.Refresh {
		effects = o.draw(ctx, j.effect)
	}
	if len(effects) == 0 {
		return
	}
	e := effects[0]
	o.newest.Put(slotOf(e), e.Subject.Version)
	out := o.attempt(ctx, func() chat.Outcome { return send(ctx, e) })
	o.noteOutcome(ctx, e, out, send)
	if out.Fate == chat.Delivered {
		o.Put(j.lane.place, slices.DeleteFunc(effects[1:], func(e chat.Effect) bool { return e.Ref == out.Ref }), send)
	}
}

func (o *Outbox) attempt(ctx context.Context, send func() chat.Outcome) (out chat.Outcome) {
	defer func() {
		if value := recover(); value != nil {
			o.log.ErrorContext(ctx, "recovered from a panic in sending a message", survived.Panic(value))
			out = chat.Outcome{Fate: chat.Unknown}
		}
	}()
	return send()
}

// reportPauses are the waits before a failed report is repeated. If all repeats fail, a message may stay old.
var reportPauses = [...]time.Duration{time.Second, 4 * time.Second}

// noteOutcome reports an outcome, and repeats the report if the handler fails. It does not report
// effects without a slot, effects that never arrived, or new messages that may not exist.
func (o *Outbox) noteOutcome(ctx context.Context, e chat.Effect, out chat.Outcome, send Send) {
	if out.Fate != chat.NotDelivered {
		o.unsent.Take(slotOf(e))
	} else if e.Kind == chat.Post && !e.Redraw {
		o.unsent.Add(slotOf(e))
	}
	if e.Subject.Slot == chat.SlotNone || out.Fate == chat.NotDelivered || out.Fate == chat.Unknown && e.Kind == chat.Post {
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

// report reports an outcome and carries out the handler's answer. It returns false if the handler failed.
func (o *Outbox) report(ctx context.Context, e chat.Effect, out chat.Outcome, send Send) bool {
	followUp, ok := Ask(ctx, o.log, func() (chat.Response, error) { return o.intake.Handler().Sent(ctx, e.Subject, out) })
	for _, follows := range followUp.Effects {
		if follows.Kind == chat.Collapse || follows.Kind == chat.Remove { // at once, before another process draws over the message
			o.attempt(ctx, func() chat.Outcome { return send(ctx, follows) })
		} else {
			o.Put(e.Subject.Place, []chat.Effect{follows}, send)
		}
	}
	return ok
}
