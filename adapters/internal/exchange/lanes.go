package exchange

import (
	"context"
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
// time, and only so many of one tenant that the others have their turn.
type lanes struct {
	log    *slog.Logger
	follow func(func(context.Context)) bool // runs a task, and reports whether it does
	run    func(context.Context, *lane, *job)
	slots  chan struct{}            // one for each job that is being done
	newest recent.Map[slot, uint32] // the version of a message that was sent last, or is under way

	mu      sync.Mutex // guards the rest
	byPlace map[chat.Place]*lane
	tenants map[chat.Place]*tenant
	waiting int
}

// tenant holds what the lanes of a tenant share.
type tenant struct {
	slots          chan struct{} // one for each of its jobs that is being done
	lanes, waiting int
}

// lane holds what waits to be sent to a place. A goroutine works it off.
type lane struct {
	place    chat.Place
	tenant   *tenant
	heads    chan chan struct{} // first answers, which go before all jobs; each closes its channel when it is sent
	first    int                // how many of them wait
	jobs     []*job             // the next first
	messages map[slot]*message  // of which the lane has sent something, or is to
}

func newLanes(log *slog.Logger) lanes {
	return lanes{
		log: log, slots: make(chan struct{}, maxSending),
		byPlace: make(map[chat.Place]*lane), tenants: make(map[chat.Place]*tenant),
	}
}

// in calls fill with the lane of a place, which must put something into it.
func (s *lanes) in(place chat.Place, fill func(*lane)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if l := s.byPlace[place]; l != nil {
		fill(l)
		return
	}
	t := s.tenants[place.Tenant()]
	if t == nil {
		t = &tenant{slots: make(chan struct{}, maxSendingTenant)}
		s.tenants[place.Tenant()] = t
	}
	t.lanes++
	l := &lane{place: place, tenant: t, heads: make(chan chan struct{}), messages: make(map[slot]*message)}
	s.byPlace[place] = l
	fill(l)
	if s.follow(func(ctx context.Context) { s.work(ctx, l) }) {
		return
	}
	for len(l.jobs) > 0 {
		s.log.Warn("nothing is sent now, a message is left out", "slot", slotOf(s.take(l, 0).effect))
	}
	s.isEmpty(l)
}

// isEmpty reports whether nothing waits in a lane, and forgets it then. The caller holds mu.
func (s *lanes) isEmpty(l *lane) bool {
	if l.first+len(l.jobs) > 0 {
		return false
	}
	delete(s.byPlace, l.place)
	if l.tenant.lanes--; l.tenant.lanes == 0 {
		delete(s.tenants, l.place.Tenant())
	}
	return true
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

// work does what waits in a lane until nothing does.
func (s *lanes) work(ctx context.Context, l *lane) {
	for {
		s.mu.Lock()
		over, headed := s.isEmpty(l), l.first > 0
		s.mu.Unlock()
		switch {
		case over:
			return
		case headed:
			<-<-l.heads
		default:
			s.inTurn(ctx, l)
		}
	}
}

// inTurn does the next job of a lane when fewer are being done of its tenant and of all,
// unless a first answer comes before.
func (s *lanes) inTurn(ctx context.Context, l *lane) {
	for _, slots := range []chan struct{}{l.tenant.slots, s.slots} {
		select {
		case slots <- struct{}{}:
			defer func() { <-slots }()
		case head := <-l.heads:
			<-head
			return
		}
	}
	s.mu.Lock()
	if len(l.jobs) == 0 { // a first answer stands for it
		s.mu.Unlock()
		return
	}
	j := s.take(l, 0)
	s.happens(l, j, begin)
	s.mu.Unlock()
	s.run(ctx, l, j)
	s.end(l, j)
}

// end ends what was done of a lane.
func (s *lanes) end(l *lane, j *job) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.happens(l, j, end)
}
