package exchange

import (
	"context"
	"log/slog"
	"slices"
	"sync"

	"othellobot/chat"
	"othellobot/internal/recent"
)

// The bounds of all lanes. First answers, and what goes between two of them, do not count.
const (
	maxSending       = 64   // jobs under way
	maxSendingTenant = 8    // of one tenant
	maxWaiting       = 2048 // jobs that wait
	maxWaitingTenant = maxWaiting / 4 * 3
)

// lanes begin jobs. A place has one job under way at a time, and the tenant with the fewest
// under way goes first. Otherwise jobs begin in the order in which they came.
type lanes struct {
	log    *slog.Logger
	start  func(*job) bool          // begins a job, which calls done at its end, and reports whether it does
	newest recent.Map[slot, uint32] // the version of a message that was sent last, or is under way

	mu      sync.Mutex // guards the rest
	byPlace map[chat.Place]*lane
	tenants map[chat.Place]*tenant
	queue   []*job // jobs that wait, the oldest first
	sending int
}

// tenant counts the lanes and jobs of a tenant.
type tenant struct{ lanes, waiting, sending int }

// lane holds the job that a place has under way, and its first answers.
type lane struct {
	place  chat.Place
	tenant *tenant
	now    *job   // under way; nil if there is none
	heads  []*job // first answers that wait, the next first
	owes   bool   // a first answer has passed what waits
}

// job is something to do in the turn of its lane, such as to send an effect.
type job struct {
	lane   *lane
	effect chat.Effect
	do     func(context.Context) // nil for a first answer, which its adapter sends
	turn   chan struct{}         // closed when the turn of a first answer has come
	newer  chan struct{}         // receives when a Show comes of a first answer's message
}

// add puts jobs into the lane of a place, and lets the lane go on.
func (s *lanes) add(place chat.Place, jobs ...*job) {
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
		l = &lane{place: place, tenant: t}
		s.byPlace[place] = l
	}
	for _, j := range jobs {
		j.lane = l
		switch {
		case j.do == nil:
			l.heads = append(l.heads, j)
		case j.effect.Kind == chat.Show:
			s.happens(j, change)
		default:
			s.line(j)
		}
	}
	s.advance(l)
}

// line puts a job at the end of its lane, or drops it if too much waits. The caller holds mu.
func (s *lanes) line(j *job) {
	if len(s.queue) >= maxWaiting || j.lane.tenant.waiting >= maxWaitingTenant {
		s.log.Warn("too much waits to be sent, a message is left out")
		return
	}
	s.queue = append(s.queue, j)
	j.lane.tenant.waiting++
}

// take takes a job out of its lane. The caller holds mu.
func (s *lanes) take(j *job) {
	i := slices.Index(s.queue, j)
	s.queue = slices.Delete(s.queue, i, i+1)
	j.lane.tenant.waiting--
}

// first returns the job that matches and has waited longest, or nil. The caller holds mu.
func (s *lanes) first(match func(*job) bool) *job {
	if i := slices.IndexFunc(s.queue, match); i >= 0 {
		return s.queue[i]
	}
	return nil
}

// advance begins the next job of a lane, and of others that may begin. First answers go first,
// but one waiting job goes between two of them. advance forgets an empty lane. The caller holds
// mu.
func (s *lanes) advance(l *lane) {
	switch waits := s.first(func(j *job) bool { return j.lane == l }); {
	case l.now != nil:
	case len(l.heads) > 0 && (waits == nil || !l.owes):
		l.now, l.heads, l.owes = l.heads[0], l.heads[1:], true
		close(l.now.turn)
	case len(l.heads) > 0:
		s.begin(waits)
	case waits == nil:
		delete(s.byPlace, l.place)
		if l.tenant.lanes--; l.tenant.lanes == 0 {
			delete(s.tenants, l.place.Tenant())
		}
	}
	for s.sending < maxSending {
		j := s.due()
		if j == nil {
			return
		}
		s.begin(j)
	}
}

// due returns the job that may begin next, or nil. The caller holds mu.
func (s *lanes) due() (due *job) {
	least := maxSendingTenant
	for _, j := range s.queue {
		if n := j.lane.tenant.sending; j.lane.now == nil && n < least {
			due, least = j, n
		}
		if least == 0 {
			break
		}
	}
	return due
}

// begin begins a job that waits, or drops it where nothing is sent. The caller holds mu.
func (s *lanes) begin(j *job) {
	s.take(j)
	j.lane.owes = false
	if !s.start(j) {
		s.log.Warn("nothing is sent now, a message is left out", "slot", slotOf(j.effect))
		s.advance(j.lane)
		return
	}
	j.lane.now = j
	s.sending++
	j.lane.tenant.sending++
}

// done ends a job, and lets its lane go on.
func (s *lanes) done(j *job) {
	s.mu.Lock()
	defer s.mu.Unlock()
	j.lane.now = nil
	if j.do != nil {
		s.sending--
		j.lane.tenant.sending--
	}
	s.advance(j.lane)
}
