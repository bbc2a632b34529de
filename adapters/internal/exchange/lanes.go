package exchange

import (
	"context"
	"log/slog"
	"slices"
	"sync"

	"othellobot/chat"
	"othellobot/internal/fair"
	"othellobot/internal/recent"
)

// Limits over all lanes. First answers do not count.
const (
	maxSending       = 64   // jobs being sent
	maxSendingTenant = 8    // jobs being sent for one tenant
	maxWaiting       = 2048 // jobs waiting
	maxWaitingTenant = 1536 // jobs of one tenant, waiting or being sent
)

// lanes start jobs: one at a time in each place, and fairly between tenants.
type lanes struct {
	log    *slog.Logger
	start  func(*job) bool          // starts a job, which must call done at its end; reports whether it did
	newest recent.Map[slot, uint32] // newest version of each message that was sent or is being sent

	mu      sync.Mutex // guards the rest
	queue   fair.Queue[*job]
	byPlace map[chat.Place]*lane
}

func newLanes(log *slog.Logger) lanes {
	return lanes{
		log: log, queue: fair.Queue[*job]{Most: []int{maxSending, maxSendingTenant, 1}}, byPlace: make(map[chat.Place]*lane),
	}
}

// lane holds the jobs of one place.
type lane struct {
	place chat.Place
	party []string // the tenant and the place, for the queue
	now   *job     // the job being sent; nil if there is none
	next  *job     // the job that had its turn in the queue and waits for now to end
	heads []*job   // waiting first answers, the next one first
	shows []*job   // waiting Shows
}

// job is one piece of work for a lane, such as sending an effect. A job without do is a first
// answer: the lane only gives it a turn, and its adapter sends the effect.
type job struct {
	lane   *lane
	effect chat.Effect
	do     func(context.Context) // nil for a first answer, which its adapter sends
	turn   chan struct{}         // closed when a first answer's turn has come
	newer  chan struct{}         // receives when a Show of a first answer's message arrives
}

// add puts jobs into the lane of a place and starts the next one if the lane is free.
func (s *lanes) add(place chat.Place, jobs ...*job) {
	s.mu.Lock()
	defer s.mu.Unlock()
	l := s.byPlace[place]
	if l == nil {
		l = &lane{place: place, party: []string{place.Tenant().String(), place.String()}}
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

// line puts a job at the end of its lane, and reports whether there was room. The caller holds mu.
func (s *lanes) line(j *job) bool {
	if s.queue.Len() >= maxWaiting || s.queue.In(j.lane.party[0]) >= maxWaitingTenant {
		s.log.Warn("too much waits to be sent, a message is left out")
		return false
	}
	s.queue.Add(j, j.lane.party...)
	return true
}

// advance starts the next job of a lane: the job whose turn has come, otherwise a first answer. So
// first answers overtake waiting jobs, and one waiting job goes between two first answers. advance
// deletes an empty lane. The caller holds mu.
func (s *lanes) advance(l *lane) {
	switch {
	case l.now != nil:
	case l.next != nil:
		s.begin(l)
	case len(l.heads) > 0:
		l.now, l.heads = l.heads[0], l.heads[1:]
		close(l.now.turn)
	case s.queue.In(l.party...) == 0:
		delete(s.byPlace, l.place)
	}
	for j, ok := s.queue.Take(); ok; j, ok = s.queue.Take() {
		j.lane.next = j
		s.advance(j.lane)
	}
}

// begin starts the next job of a lane, or drops it if the intake runs no more tasks. The caller
// holds mu.
func (s *lanes) begin(l *lane) {
	j := l.next
	l.next = nil
	l.shows = slices.DeleteFunc(l.shows, func(show *job) bool { return show == j })
	if s.start(j) {
		l.now = j
		return
	}
	s.log.Warn("nothing is sent now, a message is left out", "slot", slotOf(j.effect))
	s.queue.Done(l.party...)
	s.advance(l)
}

// done ends a job and starts the lane's next one.
func (s *lanes) done(j *job) {
	s.mu.Lock()
	defer s.mu.Unlock()
	j.lane.now = nil
	if j.do != nil {
		s.queue.Done(j.lane.party...)
	}
	s.advance(j.lane)
}
