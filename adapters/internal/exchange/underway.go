package exchange

import (
	"context"
	"slices"
	"time"

	"othellobot/chat"
)

// underWay is a message that is being sent, perhaps several times at once, or one that
// is wanted again while a first answer is being found that may show it.
type underWay struct {
	sends   int
	overlap bool          // nobody knows which of several arrived last
	posts   bool          // it is a new message
	version uint32        // the newest being sent
	again   *job          // what shows it once more then; nil if nobody wants that
	wanted  chan struct{} // closed once somebody does
	over    chan struct{} // closed when it is not being sent any more
}

// message finds the state of a message on its way, and makes one if there is none. The caller
// holds o.mu.
func (o *Outbox) message(s slot) *underWay {
	m := o.slots[s]
	if m == nil {
		m = &underWay{wanted: make(chan struct{}), over: make(chan struct{})}
		o.slots[s] = m
	}
	return m
}

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

// begin says that a message is being sent. o.mu is held.
func (o *Outbox) begin(e chat.Effect) *underWay {
	m := o.message(slotOf(e))
	m.sends++
	m.overlap = m.overlap || m.sends > 1
	m.posts = m.posts || e.Kind == chat.Post
	m.version = max(m.version, e.Shows.Version)
	if m.again != nil && m.again.effect.Shows.Version < m.version {
		m.again, m.wanted = nil, make(chan struct{})
	}
	return m
}

// want has a message shown once more, unless what is being sent is newer.
func (m *underWay) want(j *job) {
	switch {
	case j.effect.Shows.Version < m.version:
	case m.again == nil:
		m.again = j
		close(m.wanted)
	default:
		m.again.merge(j)
	}
}

// end says that a message is not being sent any more. If others of its versions were sent
// at the same time, or somebody wants it again, it is shown once more where it can be
// reached. o.mu is held.
func (o *Outbox) end(e chat.Effect, send Send, reachable bool) {
	s := slotOf(e)
	m := o.slots[s]
	if m.sends--; m.sends > 0 {
		return
	}
	delete(o.slots, s)
	close(m.over)
	if m.overlap && m.again == nil {
		m.again = &job{effect: chat.Effect{Kind: chat.Show, Shows: e.Shows}, send: send}
	}
	if m.again != nil && reachable {
		o.line(m.again.effect.Shows.Place, m.again)
	}
}

// sent ends the sending of an effect, begun as another one: what came of it is reported,
// and the handler may want it again.
func (o *Outbox) sent(ctx context.Context, begun, e chat.Effect, out chat.Outcome, send Send) {
	name := slotOf(e).String()
	if out.Fate != chat.Unsent {
		o.unsent.Take(name)
	} else if e.Kind == chat.Post && !e.Redraw {
		o.unsent.Add(name)
	}
	reports := e.Shows.Slot != chat.SlotNone && out.Fate != chat.Unsent
	if e.Kind == chat.Post {
		reports = reports && out.Fate != chat.Unknown // it may not be there
	} else {
		reports = reports && o.alone(begun)
	}
	if reports && !o.report(ctx, o.intake.Handler(), e, out, send) {
		o.intake.Follow(func(ctx context.Context, handler chat.Handler) {
			for _, pause := range reportPauses {
				if Sleep(ctx, pause) != nil || o.report(ctx, handler, e, out, send) {
					return
				}
			}
		})
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.end(begun, send, out.Fate != chat.Dormant && out.Fate != chat.Gone)
}

// alone reports whether no other version of a message was sent at the same time, which may arrive
// after this one: then it is known what the message shows only when it was shown once more.
func (o *Outbox) alone(e chat.Effect) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return !o.slots[slotOf(e)].overlap
}

// reportPauses are how long it is from one report that the handler does not take to the
// next. Without it nobody knows of a message that shows an older version again.
var reportPauses = [...]time.Duration{time.Second, 4 * time.Second}

// report tells the handler what came of an effect, and does what the handler says then. It
// is false if the handler failed.
func (o *Outbox) report(ctx context.Context, handler chat.Handler, e chat.Effect, out chat.Outcome, send Send) bool {
	next, ok := Ask(ctx, o.log, func() (chat.Response, error) { return handler.Sent(ctx, e.Shows, out) })
	o.Put(e.Shows.Place, next.Effects, send)
	return ok
}
