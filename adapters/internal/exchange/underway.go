package exchange

import (
	"context"
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

// message is what is known of a message on its way. o.mu is held.
func (o *Outbox) message(s slot) *underWay {
	m := o.slots[s]
	if m == nil {
		m = &underWay{wanted: make(chan struct{}), over: make(chan struct{})}
		o.slots[s] = m
	}
	return m
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
	reports := e.Shows.Slot != chat.SlotNone && out.Fate != chat.Unsent && out.Fate != chat.Unknown
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
