package exchange

import (
	"log/slog"
	"slices"
	"sync"

	"othellobot/chat"
	"othellobot/internal/recent"
)

// The bounds of all lanes.
const (
	maxSending       = 64   // jobs that are being done
	maxSendingTenant = 8    // of one tenant
	maxWaiting       = 2048 // jobs that wait
	maxWaitingTenant = maxWaiting / 4 * 3
)

// lanes do jobs: those of one place in their order, those of several places at the same
// time, and those of several tenants in turn.
type lanes struct {
	log    *slog.Logger
	start  func(*lane, *job) bool   // begins a job, at whose end done is called, and reports whether it does
	newest recent.Map[slot, uint32] // the version of a message that was sent last, or is under way

	mu      sync.Mutex // guards the rest
	byPlace map[chat.Place]*lane
	tenants map[chat.Place]*tenant
	order   []*tenant // those of which something can be sent, the next first
	waiting int
	sending int
}

// tenant holds the lanes of a tenant from which something can be sent, the next first.
type tenant struct {
	ready            []*lane
	queued           bool // it is in the order of tenants
	lanes            int  // how many there are, ready or not
	waiting, sending int
}

// lane holds what waits to be sent to a place, the next first.
type lane struct {
	place    chat.Place
	tenant   *tenant
	heads    []*job            // first answers, which are not bounded
	jobs     []*job            // what comes after them
	messages map[slot]*message // of which the lane has sent something, or is to
	busy     bool              // one of the lane's jobs is being done
	ready    bool              // it is among its tenant's ready lanes
}

// in calls fill with the lane of a place, and lets that go on.
func (s *lanes) in(place chat.Place, fill func(*lane)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	l := s.byPlace[place]
	if l == nil {
		t := s.tenants[place.Tenant()]
		if t == nil {
			t = new(tenant)
			s.tenants[place.Tenant()] = t
		}
		t.lanes++
		l = &lane{place: place, tenant: t, messages: make(map[slot]*message)}
		s.byPlace[place] = l
	}
	fill(l)
	s.settle(l)
}

// line puts a job at the end of a lane, and reports whether there is room. The caller
// holds mu.
func (s *lanes) line(l *lane, j *job) bool {
	if s.waiting >= maxWaiting || l.tenant.waiting >= maxWaitingTenant {
		s.log.Warn("too much waits to be sent, a message is left out")
		return false
	}
	l.jobs = append(l.jobs, j)
	s.waiting++
	l.tenant.waiting++
	return true
}

// take takes a job out of a lane. The caller holds mu.
func (s *lanes) take(l *lane, i int) *job {
	j := l.jobs[i]
	l.jobs = slices.Delete(l.jobs, i, i+1)
	s.waiting--
	l.tenant.waiting--
	return j
}

// message returns what the lane knows of the message that an effect shows.
func (l *lane) message(e chat.Effect) *message {
	name := slotOf(e)
	m := l.messages[name]
	if m == nil {
		m = new(message)
		l.messages[name] = m
	}
	return m
}

// happens changes the state of the message that a job shows, and does what follows. The
// caller holds mu.
func (s *lanes) happens(l *lane, j *job, e event) {
	if j.effect.Shows.Slot == chat.SlotNone {
		return
	}
	m := l.message(j.effect)
	newest, _ := s.newest.Get(slotOf(j.effect))
	switch {
	case e == begin && m.waits == j:
		e, m.waits = turn, nil
	case e == change && m.state == sending && j.effect.Shows.Version < newest:
		return // a newer one is under way
	}
	now, do := next(m.state, e)
	switch do {
	case line:
		if !s.line(l, j) {
			return
		}
		m.waits = j
	case merge:
		m.waits.merge(j)
	case replace:
		j.merge(s.take(l, slices.Index(l.jobs, m.waits)))
		m.waits = j
	case hold:
		m.waits = j
	}
	m.state = now
}

// settle lets a lane go on: with the next first answer, with its jobs when it is their
// tenant's turn, or not at all. A lane that is empty is forgotten. The caller holds mu.
func (s *lanes) settle(l *lane) {
	t := l.tenant
	switch {
	case l.busy:
	case len(l.heads) > 0:
		j := l.heads[0]
		l.heads, l.busy = l.heads[1:], true
		s.happens(l, j, answer)
		if !j.soon {
			s.happens(l, j, begin)
		}
		close(j.turn)
	case len(l.jobs) == 0:
		delete(s.byPlace, l.place)
		if t.lanes--; t.lanes == 0 {
			delete(s.tenants, l.place.Tenant())
		}
	case !l.ready:
		l.ready = true
		t.ready = append(t.ready, l)
		s.queue(t)
	}
	s.work()
}

// queue puts a tenant at the end of the order if something of it can be sent. The caller holds mu.
func (s *lanes) queue(t *tenant) {
	if !t.queued && len(t.ready) > 0 && t.sending < maxSendingTenant {
		t.queued = true
		s.order = append(s.order, t)
	}
}

// work begins as many jobs as may be done. The caller holds mu.
func (s *lanes) work() {
	for s.sending < maxSending && len(s.order) > 0 {
		t := s.order[0]
		s.order, t.queued = s.order[1:], false
		l := t.ready[0]
		t.ready, l.ready = t.ready[1:], false
		if !l.busy && len(l.jobs) > 0 {
			j := s.take(l, 0)
			l.busy = true
			s.sending++
			t.sending++
			s.happens(l, j, begin)
			if !s.start(l, j) {
				s.log.Warn("nothing is sent now, a message is left out", "slot", slotOf(j.effect))
				s.free(l, j)
			}
		}
		s.queue(t)
	}
}

// done ends a job that was started, or a first answer whose turn had come.
func (s *lanes) done(l *lane, j *job) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.free(l, j)
}

// free lets a lane go on after a job. The caller holds mu.
func (s *lanes) free(l *lane, j *job) {
	l.busy = false
	if j.turn == nil {
		s.sending--
		l.tenant.sending--
		s.queue(l.tenant)
	}
	s.happens(l, j, end)
	s.settle(l)
}
