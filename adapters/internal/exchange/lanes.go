package exchange

import (
	"context"

	"othellobot/chat"
)

// turns are the lanes of a tenant from which something can be sent, the next first.
type turns struct {
	lanes            []*lane
	waiting, sending int
}

// lane holds the jobs of a place that wait to be sent, the next first.
type lane struct {
	place chat.Place
	jobs  []*job
	busy  bool // one of the lane's is being sent
}

// line puts a job at the end of its lane. o.mu is held.
func (o *Outbox) line(place chat.Place, j *job) {
	l, t := o.lanes[place], o.tenants[place.Tenant()]
	if j.effect.Kind == chat.Show && l != nil {
		for _, waits := range l.jobs {
			if waits.effect.Kind == chat.Show && slotOf(waits.effect) == slotOf(j.effect) {
				waits.merge(j)
				return
			}
		}
	}
	if o.waiting >= maxWaiting || t != nil && t.waiting >= maxWaitingTenant {
		o.log.Warn("too much waits to be sent, a message is left out")
		return
	}
	if l == nil {
		l = &lane{place: place}
		o.lanes[place] = l
	}
	if t == nil {
		t = &turns{}
		o.tenants[place.Tenant()] = t
	}
	l.jobs = append(l.jobs, j)
	o.waiting++
	t.waiting++
	if len(l.jobs) == 1 && !l.busy {
		o.enqueue(l, t)
	}
	o.work()
}

// enqueue says that something can be sent from the lane. o.mu is held.
func (o *Outbox) enqueue(l *lane, t *turns) {
	if t.lanes = append(t.lanes, l); len(t.lanes) == 1 && t.sending < maxSendingTenant {
		o.order = append(o.order, l.place.Tenant())
	}
}

// work begins to send as much as may be sent. o.mu is held.
func (o *Outbox) work() {
	for o.sending < maxSending && len(o.order) > 0 {
		who := o.order[0]
		o.order = o.order[1:]
		t := o.tenants[who]
		if t == nil || len(t.lanes) == 0 {
			continue
		}
		l := t.lanes[0]
		t.lanes = t.lanes[1:]
		j := l.jobs[0]
		l.jobs = l.jobs[1:]
		o.waiting--
		o.sending++
		t.waiting--
		t.sending++
		l.busy = true
		if len(t.lanes) > 0 && t.sending < maxSendingTenant {
			o.order = append(o.order, who)
		}
		if j.effect.Shows.Slot != chat.SlotNone {
			o.begin(j.effect)
		}
		if !o.intake.Follow(func(ctx context.Context, _ chat.Handler) { o.do(ctx, l, j) }) {
			o.log.Warn("nothing is sent now, a message is left out", "slot", slotOf(j.effect))
			if j.effect.Shows.Slot != chat.SlotNone {
				o.end(j.effect, j.send, false)
			}
			o.free(l)
		}
	}
}

// free says that nothing of the lane is being sent any more. o.mu is held.
func (o *Outbox) free(l *lane) {
	t := o.tenants[l.place.Tenant()]
	l.busy = false
	o.sending--
	wasFull := t.sending == maxSendingTenant
	t.sending--
	if wasFull && len(t.lanes) > 0 {
		o.order = append(o.order, l.place.Tenant())
	}
	if len(l.jobs) > 0 {
		o.enqueue(l, t)
		return
	}
	o.forget(l, t)
}

// forget forgets a lane from which everything was sent. o.mu is held.
func (o *Outbox) forget(l *lane, t *turns) {
	delete(o.lanes, l.place)
	if t.waiting == 0 && t.sending == 0 {
		delete(o.tenants, l.place.Tenant())
	}
}
