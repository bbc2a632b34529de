package exchange

import (
	"cmp"
	"context"
	"time"

	"othellobot/chat"
)

// underWay is a message that is being sent, perhaps in several versions at a time,
// of which nobody knows which arrives last.
type underWay struct {
	sends   int
	overlap bool
	newest  *job          // of those being sent
	taker   chan *job     // of whoever would rather send a newer one
	over    chan struct{} // closed when none is being sent any more
}

// begin says that a message is being sent. o.mu is held.
func (o *Outbox) begin(j *job) *underWay {
	m := o.slots[slotOf(j.effect)]
	if m == nil {
		m = &underWay{over: make(chan struct{})}
		o.slots[slotOf(j.effect)] = m
	}
	m.sends++
	m.overlap = m.overlap || m.sends > 1
	if m.newest == nil || m.newest.effect.Shows.Version <= j.effect.Shows.Version {
		m.newest = j
	}
	return m
}

// end says that a message is not being sent any more, and returns what is to be sent
// again, because others of its versions were sent at the same time. o.mu is held.
func (o *Outbox) end(j *job) (again *job) {
	m := o.slots[slotOf(j.effect)]
	if m == nil {
		return nil
	}
	if m.sends--; m.sends > 0 {
		return nil
	}
	delete(o.slots, slotOf(j.effect))
	close(m.over)
	if m.overlap {
		return m.newest
	}
	return nil
}

// sent ends the sending of a job: what came of it is reported, and the message is
// corrected if the handler says so, or if several versions of it were being sent.
func (o *Outbox) sent(ctx context.Context, j *job, out chat.Outcome) {
	o.mu.Lock()
	again := o.end(j)
	o.mu.Unlock()
	if name := slotOf(j.effect).String(); out.Fate != chat.Unsent {
		o.unsent.Take(name)
	} else if j.effect.Kind == chat.Post && !j.effect.Redraw {
		o.unsent.Add(name)
	}
	place := j.effect.Shows.Place
	if ref := cmp.Or(out.Ref, j.effect.Ref); again != nil && ref != "" && out.Fate != chat.Dormant && out.Fate != chat.Gone && j.rounds > 0 {
		e := again.effect
		e.Kind, e.Ref = chat.Edit, ref
		defer o.put(place, &job{effect: e, send: j.send, rounds: j.rounds - 1})
	}
	if out.Fate == chat.Unsent || out.Fate == chat.Unknown {
		return
	}
	if !o.report(ctx, o.intake.Handler(), j, out) {
		o.intake.Follow(func(ctx context.Context, handler chat.Handler) {
			for _, pause := range reportPauses {
				if Sleep(ctx, pause) != nil || o.report(ctx, handler, j, out) {
					return
				}
			}
		})
	}
}

// reportPauses are how long it is from one report that the handler does not take to the
// next. Without it nobody knows of a message that shows an older version again.
var reportPauses = [...]time.Duration{time.Second, 4 * time.Second}

// report tells the handler what came of a job, and has the message corrected if the
// handler says so. It is false if the handler failed.
func (o *Outbox) report(ctx context.Context, handler chat.Handler, j *job, out chat.Outcome) bool {
	correction, ok := Ask(ctx, o.log, func() (chat.Response, error) { return handler.Sent(ctx, j.effect.Shows, out) })
	for _, e := range correction.Effects {
		if j.rounds > 0 && e.Kind != chat.Whisper {
			o.put(j.effect.Shows.Place, &job{effect: e, send: j.send, rounds: j.rounds - 1})
		}
	}
	return ok
}
