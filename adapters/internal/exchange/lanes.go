package exchange

import (
	"context"
	"slices"

	"othellobot/chat"
)

// Limits over all lanes. First answers do not count.
const (
	maxSending       = 64   // jobs being sent
	maxSendingTenant = 8    // jobs being sent for one tenant
	maxWaiting       = 2048 // jobs waiting
	maxWaitingTenant = 1536 // jobs of one tenant, waiting or being sent
)

// lane holds the jobs of one place. It runs one job at a time.
type lane struct {
	place     chat.Place
	party     []string // the tenant and the place, for the queue
	current   *job     // the job being sent; nil if there is none
	ready     *job     // the job that has left the queue and waits for current to end
	heads     []*job   // waiting first answers, in order
	refreshes []*job   // waiting Refreshes
}

// job is one piece of work for a lane, such as sending an effect.
type job struct {
	lane   *lane
	effect chat.Effect
	do     func(context.Context) // nil for a first answer, which its adapter sends
	turn   chan struct{}         // closed when a first answer's turn has come
	newer  chan struct{}         // receives when a Refresh of a first answer's message arrives
}

// add puts jobs into the lane of a place and starts the next one if the lane is free.
func (o *Outbox) add(place chat.Place, jobs ...*job) {
	o.mu.Lock()
	defer o.mu.Unlock()
	l := o.byPlace[place]
	if l == nil {
		l = &lane{place: place, party: []string{place.Tenant().String(), place.String()}}
		o.byPlace[place] = l
	}
	for _, j := range jobs {
		j.lane = l
		switch {
		case j.do == nil:
			l.heads = append(l.heads, j)
		case j.effect.Kind == chat.Refresh:
			o.react(j, change)
		default:
			o.enqueue(j)
		}
	}
	o.advance(l)
}

// enqueue puts a job at the end of its lane if there is room. The caller holds mu.
func (o *Outbox) enqueue(j *job) bool {
	if o.queue.Len() >= maxWaiting || o.queue.Count(j.lane.party[0]) >= maxWaitingTenant {
		o.log.Warn("too much waits to be sent, a message is left out")
		return false
	}
	o.queue.Add(j, j.lane.party...)
	return true
}

// advance starts the next job of a lane: the job that has left the queue, or else a first answer.
// So first answers overtake waiting jobs, and one waiting job goes between two first answers.
// advance deletes an empty lane. The caller holds mu.
func (o *Outbox) advance(l *lane) {
	switch {
	case l.current != nil:
	case l.ready != nil:
		o.begin(l)
	case len(l.heads) > 0:
		l.current, l.heads = l.heads[0], l.heads[1:]
		close(l.current.turn)
	case o.queue.Count(l.party...) == 0:
		delete(o.byPlace, l.place)
	}
	for j, ok := o.queue.Take(); ok; j, ok = o.queue.Take() {
		j.lane.ready = j
		o.advance(j.lane)
	}
}

// begin starts the next job of a lane, or drops it if the intake runs no more tasks. The caller
// holds mu.
func (o *Outbox) begin(l *lane) {
	j := l.ready
	l.ready = nil
	l.refreshes = slices.DeleteFunc(l.refreshes, func(refresh *job) bool { return refresh == j })
	started := o.intake.Follow(func(ctx context.Context, _ chat.Handler) {
		defer o.done(j)
		ctx, cancel := context.WithTimeout(ctx, sendWithin)
		defer cancel()
		j.do(ctx)
	})
	if started {
		l.current = j
		return
	}
	o.log.Warn("nothing is sent now, a message is left out", "slot", slotOf(j.effect))
	o.queue.Done(l.party...)
	o.advance(l)
}

// done ends a job and starts the lane's next one.
func (o *Outbox) done(j *job) {
	o.mu.Lock()
	defer o.mu.Unlock()
	j.lane.current = nil
	if j.do != nil {
		o.queue.Done(j.lane.party...)
	}
	o.advance(j.lane)
}
