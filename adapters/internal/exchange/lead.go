package exchange

import (
	"context"
	"slices"
	"time"

	"othellobot/chat"
)

// Answering says that the first answer to somebody's act in the place is being
// found, and ended that it is out, or that there is none. In between, what is to be shown
// by messages that are there waits a little for [Outbox.Lead].
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
		o.release(func(j *job) bool { return conversationOf(j.effect.Shows.Place) == at })
	}
}

// await has a Show wait for a first answer, a moment at most. o.mu is held.
func (o *Outbox) await(j *job) {
	j.until = time.Now().Add(holdFor)
	o.message(slotOf(j.effect)).want(j)
	o.early = append(o.early, j)
	time.AfterFunc(holdFor, func() {
		o.mu.Lock()
		defer o.mu.Unlock()
		o.release(func(j *job) bool { return !time.Now().Before(j.until) })
	})
}

// release lines up Shows that have waited for a first answer, unless one has taken them.
// o.mu is held.
func (o *Outbox) release(which func(*job) bool) {
	o.early = slices.DeleteFunc(o.early, func(j *job) bool {
		if !which(j) {
			return false
		}
		if s := slotOf(j.effect); o.slots[s] != nil && o.slots[s].sends == 0 {
			delete(o.slots, s)
			o.line(j.effect.Shows.Place, j)
		}
		return true
	})
}

// Lead is called before an effect is sent as the first answer, and returns what is to be
// sent. If a newer version of the message is wanted, that is drawn instead; if soon, a
// moment is waited for it. A message that takes the place of one which is on its way waits
// for that, also a moment at most, so that it comes to stand below. Whoever sends the effect
// calls [Outbox.Sent] when that has ended.
func (o *Outbox) Lead(ctx context.Context, e chat.Effect, soon bool) chat.Effect {
	if e.Shows.Slot == chat.SlotNone {
		return e
	}
	o.mu.Lock()
	former := o.former(e)
	m := o.begin(e)
	o.overtake(e, m)
	wanted := m.wanted
	o.mu.Unlock()
	if former != nil {
		pause(ctx, former.over)
	}
	if soon {
		pause(ctx, wanted)
	}
	o.mu.Lock()
	newer := m.again
	if newer != nil {
		m.again, m.wanted = nil, make(chan struct{})
	}
	o.mu.Unlock()
	if newer == nil {
		return e
	}
	drawn := o.draw(ctx, chat.Effect{Kind: chat.Show, Shows: e.Shows, Reserved: true})
	if len(drawn) > 0 && slotOf(drawn[0]) == slotOf(e) {
		e.Message, e.Shows = drawn[0].Message, drawn[0].Shows
		o.drew(e)
	}
	return e
}

// former finds the message being sent that a new one takes the place of, nil if there
// is none. o.mu is held.
func (o *Outbox) former(e chat.Effect) (former *underWay) {
	if e.Kind != chat.Post {
		return nil
	}
	now, last := slotOf(e), uint32(0)
	for s, m := range o.slots {
		if s.game == now.game && s.name == now.name && last < s.post && s.post < now.post && m.posts {
			former, last = m, s.post
		}
	}
	return former
}

// overtake takes out of its lane what waits for the same message as a first answer. What
// is newer is wanted again. o.mu is held.
func (o *Outbox) overtake(e chat.Effect, m *underWay) {
	l := o.lanes[e.Shows.Place]
	if l == nil {
		return
	}
	before := len(l.jobs)
	l.jobs = slices.DeleteFunc(l.jobs, func(waits *job) bool {
		if slotOf(waits.effect) != slotOf(e) {
			return false
		}
		if waits.effect.Kind == chat.Show {
			m.want(waits)
			return true
		}
		return waits.effect.Kind == chat.Edit && waits.effect.Shows.Version <= e.Shows.Version
	})
	taken := before - len(l.jobs)
	t := o.tenants[l.place.Tenant()]
	o.waiting -= taken
	t.waiting -= taken
	if taken > 0 && len(l.jobs) == 0 && !l.busy {
		t.lanes = slices.DeleteFunc(t.lanes, func(other *lane) bool { return other == l })
		o.forget(l, t)
	}
}

// pause waits for something, a moment at most.
func pause(ctx context.Context, over <-chan struct{}) {
	timer := time.NewTimer(holdFor)
	defer timer.Stop()
	select {
	case <-over:
	case <-timer.C:
	case <-ctx.Done():
	}
}

// Sent ends the sending of an effect that [Outbox.Lead] returned: the outcome is
// reported, and the message is shown again if a newer version is wanted.
func (o *Outbox) Sent(ctx context.Context, e chat.Effect, out chat.Outcome, send Send) {
	if e.Shows.Slot != chat.SlotNone {
		o.sent(ctx, e, e, out, send)
	}
}
