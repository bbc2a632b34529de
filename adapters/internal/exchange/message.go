package exchange

import (
	"context"
	"slices"

	"othellobot/chat"
)

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
	stale               // a Refresh arrived whose version is older than the newest one sent
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

// next returns the lane's reaction to an event of a message in state s.
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

// react carries out the lane's reaction to an event. It reports whether a first answer replaced a
// Refresh of the same version or a newer one. The caller holds mu.
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

// merged returns one Refresh that replaces two of the same message. The Refresh that has reserved the
// message decides whether and how it is posted.
func merged(a, b chat.Effect) chat.Effect {
	switch {
	case a.Reserved == b.Reserved:
		a.Redraw = a.Redraw && b.Redraw
	case b.Reserved:
		a.Reserved, a.Redraw = true, b.Redraw
	}
	a.Subject.Version = max(a.Subject.Version, b.Subject.Version)
	return a
}
