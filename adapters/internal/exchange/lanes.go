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

// The bounds of all lanes, which do not count first answers.
const (
	maxSending       = 64   // jobs under way
	maxSendingTenant = 8    // of one tenant
	maxWaiting       = 2048 // jobs that wait
	maxWaitingTenant = 1536 // jobs of one tenant that wait or are under way
)

// lanes begin jobs: one at a time in each place, and tenants in turn.
type lanes struct {
	log    *slog.Logger
	start  func(*job) bool          // begins a job, which ends with done, and reports whether it does
	newest recent.Map[slot, uint32] // the version of a message that was sent last, or is under way

	mu      sync.Mutex // guards the rest
	queue   fair.Queue[*job]
	byPlace map[chat.Place]*lane
}

func newLanes(log *slog.Logger) lanes {
	return lanes{
		log: log, queue: fair.Queue[*job]{Most: []int{maxSending, maxSendingTenant, 1}}, byPlace: make(map[chat.Place]*lane),
	}
}

// lane holds what a place has under way and what comes next.
type lane struct {
	place chat.Place
	party []string // the tenant and the place, for the queue
	now   *job     // under way; nil if there is none
	next  *job     // has had its turn in the queue, and waits for the end of now
	heads []*job   // first answers that wait, the next first
	shows []*job   // Shows that wait
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

// advance begins what comes next in a lane: a job whose turn has come, else a first answer. So
// a first answer passes what waits, and one waiting job goes between two first answers. An empty
// lane is forgotten. The caller holds mu.
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

// begin begins the next job of a lane, or drops it where nothing is sent. The caller holds mu.
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

// done ends a job, and lets its lane go on.
func (s *lanes) done(j *job) {
	s.mu.Lock()
	defer s.mu.Unlock()
	j.lane.now = nil
	if j.do != nil {
		s.queue.Done(j.lane.party...)
	}
	s.advance(j.lane)
}
