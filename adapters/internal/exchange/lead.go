package exchange

import (
	"context"
	"slices"
	"time"

	"othellobot/chat"
)

// Answering says that the first answer to somebody's act in the place is being
// found, and ended that it is out, or that there is none. In between, newer versions
// of messages wait a little for [Outbox.Lead].
func (o *Outbox) Answering(place chat.Place) (ended func()) {
	at := conversationOf(place)
	o.mu.Lock()
	defer o.mu.Unlock()
	o.answers[at]++
	return func() {
		o.mu.Lock()
		defer o.mu.Unlock()
		if o.answers[at]--; o.answers[at] > 0 {
			return
		}
		delete(o.answers, at)
		for _, j := range slices.Clone(o.early) {
			if conversationOf(j.effect.Shows.Place) == at {
				o.release(j)
			}
		}
	}
}

// Lead is called before an effect is sent as the first answer. What waits for the
// same slot is dropped, because the answer is newer. If soon, a newer version is
// waited for, a moment at most, and returned instead. A message that takes the place of
// one which is on its way waits for that, also a moment at most, so that it comes to
// stand below. Whoever sends the effect calls [Outbox.Sent] when that has ended.
func (o *Outbox) Lead(ctx context.Context, e chat.Effect, soon bool, send Send) chat.Effect {
	if e.Shows.Slot == chat.SlotNone {
		return e
	}
	j := &job{effect: e, send: send, rounds: corrections}
	o.mu.Lock()
	o.drop(j)
	newer := o.waitsFor(slotOf(e))
	o.forgetEarly(newer)
	former := o.former(j)
	m := o.begin(j)
	var taken chan *job // nil for nothing to wait for
	if newer == nil && soon {
		taken = make(chan *job, 1)
		m.taker = taken
	}
	o.mu.Unlock()
	if former != nil {
		await(ctx, former.over)
	}
	if taken != nil {
		newer = await(ctx, taken)
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if taken != nil && m.taker == taken {
		m.taker = nil
	}
	if newer == nil && len(taken) > 0 {
		newer = <-taken
	}
	if newer != nil {
		j.take(newer)
	}
	return j.effect
}

// former finds the message being sent that a new one takes the place of, nil if there
// is none. o.mu is held.
func (o *Outbox) former(j *job) (former *underWay) {
	if j.effect.Kind != chat.Post {
		return nil
	}
	now, last := slotOf(j.effect), uint32(0)
	for s, m := range o.slots {
		if s.game == now.game && s.name == now.name && last < s.post && s.post < now.post && m.newest.effect.Kind == chat.Post {
			former, last = m, s.post
		}
	}
	return former
}

// await returns what comes, or the zero value if nothing does for a moment.
func await[T any](ctx context.Context, comes <-chan T) (came T) {
	timer := time.NewTimer(holdFor)
	defer timer.Stop()
	select {
	case came = <-comes:
	case <-timer.C:
	case <-ctx.Done():
	}
	return came
}

// Sent ends the sending of an effect that [Outbox.Lead] returned: the outcome is
// reported, and corrections are sent.
func (o *Outbox) Sent(ctx context.Context, e chat.Effect, out chat.Outcome, send Send) {
	if e.Shows.Slot != chat.SlotNone {
		o.sent(ctx, &job{effect: e, send: send, rounds: corrections}, out)
	}
}

// waitsFor returns the job that waits for a first answer that shows the slot, or nil.
// o.mu is held.
func (o *Outbox) waitsFor(s slot) *job {
	i := slices.IndexFunc(o.early, func(j *job) bool { return slotOf(j.effect) == s })
	if i < 0 {
		return nil
	}
	return o.early[i]
}

// forgetEarly has a job wait for no first answer any more. o.mu is held.
func (o *Outbox) forgetEarly(j *job) {
	o.early = slices.DeleteFunc(o.early, func(other *job) bool { return other == j })
}

// releaseDue lines up all that has waited for a first answer long enough.
func (o *Outbox) releaseDue() {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, j := range slices.Clone(o.early) {
		if !time.Now().Before(j.until) {
			o.release(j)
		}
	}
}

// release lines up what has waited for a first answer. o.mu is held.
func (o *Outbox) release(j *job) {
	o.forgetEarly(j)
	o.line(j.effect.Shows.Place, j)
}
