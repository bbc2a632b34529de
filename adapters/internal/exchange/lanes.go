package exchange

import (
	"context"
	"slices"

	"othellobot/chat"
)

// Limits over all lanes. First answers do not count.
const (
	maxSending       = 64   // jobs that have left the queue and are not done
	maxSendingTenant = 8    // the same for one tenant
	maxWaiting       = 2048 // jobs waiting
	maxWaitingTenant = 1536 // jobs of one tenant, waiting or being sent
)

// lane holds the jobs of one place. It runs one job at a time.
type lane struct {
	place     chat.Place
	party     []string // the names of the tenant and the place in the queue
	current   *job     // the running job; nil if there is none
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
	newer  chan struct{}         // receives a value when a Refresh of a first answer's message arrives
}

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

// advance starts the next job of an idle lane: the job that left the queue, or else a first answer.
// So one waiting job goes between two first answers. It deletes an empty lane, and advances all
// lanes whose jobs now leave the queue. The caller holds mu.
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

// begin starts the ready job of a lane, or drops it if the intake refuses it. The caller holds mu.
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

func (o *Outbox) done(j *job) {
	o.mu.Lock()
	defer o.mu.Unlock()
	j.lane.current = nil
	if j.do != nil {
		o.queue.Done(j.lane.party...)
	}
	o.advance(j.lane)
}

// slot identifies one message of a game.
type slot struct {
	game chat.GameID
	name chat.Slot
	post uint32
}

func slotOf(e chat.Effect) slot { return slot{e.Subject.Game, e.Subject.Slot, e.Subject.Post} }

// state is the state of one message in its lane.
type state uint8

const (
	idle    state = iota // no version is being sent, and no Refresh waits
	sending              // a version is being sent, and no Refresh waits
	wanted               // a Refresh waits, perhaps behind a version that is being sent
)

type event uint8

const (
	change event = iota // a Refresh arrived: the game may have gone on
	stale               // a Refresh arrived that is older than the newest version sent or being sent
	answer              // a first answer is about to be sent
)

// step is the lane's reaction to an event.
type step uint8

const (
	none    step = iota
	enqueue      // put the Refresh at the end of the lane
	merge        // merge the Refresh into the one that waits
	replace      // let the first answer replace the waiting Refresh
)

func next(s state, e event) step {
	switch {
	case s == wanted && e == answer:
		return replace
	case s == wanted:
		return merge
	case e == answer, s == sending && e == stale:
		return none
	default: // includes a stale Refresh of an idle message: a restored backup may hold an older version
		return enqueue
	}
}

// react carries out the lane's reaction to an event of the job's message. It reports whether a first
// answer replaced a Refresh that was not older. The caller holds mu.
func (o *Outbox) react(j *job, e event) (old bool) {
	l, name := j.lane, slotOf(j.effect)
	if last, _ := o.newest.Get(name); e == change && j.effect.Subject.Version < last {
		e = stale
	}
	is, waits := idle, slices.IndexFunc(l.refreshes, func(refresh *job) bool { return slotOf(refresh.effect) == name })
	switch {
	case waits >= 0:
		is = wanted
	case l.current != nil && slotOf(l.current.effect) == name:
		is = sending
	}
	switch next(is, e) {
	case enqueue:
		if o.enqueue(j) {
			l.refreshes = append(l.refreshes, j)
		}
		if is == sending {
			select {
			case l.current.newer <- struct{}{}:
			default: // no first answer holds the lane, or it was already signaled
			}
		}
	case merge:
		l.refreshes[waits].effect = merged(l.refreshes[waits].effect, j.effect)
	case replace:
		refresh := l.refreshes[waits]
		refresh.do = func(context.Context) {} // the queue still holds the job, which now does nothing
		l.refreshes = slices.Delete(l.refreshes, waits, waits+1)
		old = refresh.effect.Subject.Version >= j.effect.Subject.Version
	}
	return old
}

// merged returns one Refresh for two of the same message. If only one is Reserved, its Redraw counts.
// Otherwise the result is a Redraw only if both are. It is Silent only if both are.
func merged(a, b chat.Effect) chat.Effect {
	switch {
	case a.Reserved == b.Reserved:
		a.Redraw = a.Redraw && b.Redraw
	case b.Reserved:
		a.Reserved, a.Redraw = true, b.Redraw
	}
	a.Silent = a.Silent && b.Silent
	a.Subject.Version = max(a.Subject.Version, b.Subject.Version)
	return a
}
