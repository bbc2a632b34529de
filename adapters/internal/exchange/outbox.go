package exchange

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"othellobot/chat"
	"othellobot/internal/recent"
	"othellobot/internal/survived"
)

// The bounds of an outbox.
const (
	maxSending       = 64   // effects that are being sent
	maxSendingTenant = 8    // of one tenant
	maxWaiting       = 2048 // effects that wait
	maxWaitingTenant = maxWaiting / 4 * 3
	muchWaiting      = 32               // from when on messages are drawn again at the least cost
	sendWithin       = 15 * time.Second // of one effect, from its turn on; what takes longer is left to the clock
	holdFor          = 300 * time.Millisecond
	corrections      = 4 // in a row, of one message
)

// Send carries out one effect on the platform, and logs what went wrong.
type Send func(ctx context.Context, e chat.Effect) chat.Outcome

// Outbox carries out effects: those of one place in their order, those of several
// places at the same time, and those of several tenants in turn. What comes of an
// effect with a slot it reports to the handler, and it carries out the correction.
// What it cannot take on it drops: slots are drawn again by the clock. Its methods
// may be called concurrently, and none but [Outbox.Lead] waits.
type Outbox struct {
	intake *Intake
	log    *slog.Logger
	unsent recent.Set[string] // messages of which surely nothing was ever sent

	mu      sync.Mutex // guards the rest
	lanes   map[chat.Place]*lane
	tenants map[chat.Place]*turns
	order   []chat.Place // the tenants with something that can be sent, the next first
	waiting int
	sending int
	slots   map[slot]*underWay
	answers map[conversation]int // how many first answers are being found there
	early   []*job               // what came while they were, the first one first
}

// conversation is a channel with its threads.
type conversation struct{ team, channel string }

func conversationOf(p chat.Place) conversation { return conversation{p.Team, p.Channel} }

// slot is one message of a game.
type slot struct {
	game chat.GameID
	name chat.Slot
	post uint32
}

func (s slot) String() string { return fmt.Sprint(s.game, " ", s.name, " ", s.post) }

func slotOf(e chat.Effect) slot { return slot{e.Shows.Game, e.Shows.Slot, e.Shows.Post} }

// job is an effect that waits.
type job struct {
	effect chat.Effect
	send   Send
	rounds int           // of correction that may follow
	then   []chat.Effect // once it is out, but not on its own message
	until  time.Time     // it waits for a first answer, at most
}

// take has the job show what another one of the same message shows, if that is newer, and
// know the message if the other one does.
func (j *job) take(other *job) {
	if j.effect.Kind == chat.Edit && j.effect.Ref == "" {
		j.effect.Ref = other.effect.Ref
	}
	if other.effect.Shows.Version > j.effect.Shows.Version {
		j.effect.Message, j.effect.Shows = other.effect.Message, other.effect.Shows
		j.effect.Redraw = j.effect.Redraw && other.effect.Redraw
	}
}

// NewOutbox makes an outbox whose work is counted by the intake, and which calls
// that one's handler.
func NewOutbox(i *Intake, log *slog.Logger) *Outbox {
	return &Outbox{
		intake: i, log: log,
		lanes: make(map[chat.Place]*lane), tenants: make(map[chat.Place]*turns),
		slots: make(map[slot]*underWay), answers: make(map[conversation]int),
	}
}

// Capacity is how many more effects it would take on now, none before the intake is
// open and after its end was asked for.
func (o *Outbox) Capacity() int {
	if !o.intake.IsOpen() {
		return 0
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	return max(0, maxWaiting-o.waiting)
}

// Put takes effects on, to be sent to the place in their order.
func (o *Outbox) Put(place chat.Place, effects []chat.Effect, send Send) {
	for i, e := range effects {
		if e.Kind == chat.Post && e.Redraw {
			o.put(place, o.redraw(&job{effect: e, send: send, rounds: corrections, then: effects[i+1:]}))
			return
		}
		o.put(place, &job{effect: e, send: send, rounds: corrections})
	}
}

// After does something in its turn among what is sent to the place, once that time has
// passed.
func (o *Outbox) After(wait time.Duration, place chat.Place, do func(context.Context)) {
	time.AfterFunc(wait, func() {
		o.Put(place, []chat.Effect{{Kind: chat.Whisper}}, func(ctx context.Context, _ chat.Effect) chat.Outcome {
			do(ctx)
			return chat.Outcome{}
		})
	})
}

// redraw is the job of drawing a message again that should have been out before. If it
// surely never was, and much waits to be sent, the one whose place it takes shows the
// same in one request instead of three.
func (o *Outbox) redraw(j *job) *job {
	o.mu.Lock()
	much := o.waiting >= muchWaiting
	o.mu.Unlock()
	if much && len(j.then) == 1 && j.then[0].Kind == chat.Collapse && o.unsent.Has(slotOf(j.effect).String()) {
		j.effect.Kind, j.effect.Ref, j.then = chat.Edit, j.then[0].Ref, nil
	}
	return j
}

// put takes one job on.
func (o *Outbox) put(place chat.Place, j *job) {
	o.mu.Lock()
	defer o.mu.Unlock()
	e := j.effect
	if e.Kind == chat.Edit && e.Shows.Slot != chat.SlotNone {
		s := slotOf(e)
		if m := o.slots[s]; m != nil && m.taker != nil && e.Shows.Version > m.newest.effect.Shows.Version {
			m.taker <- j
			m.taker = nil
			return
		}
		if o.answers[conversationOf(e.Shows.Place)] > 0 && !e.Redraw {
			if waits := o.waitsFor(s); waits != nil {
				waits.take(j)
				return
			}
			j.until = time.Now().Add(holdFor)
			o.early = append(o.early, j)
			time.AfterFunc(holdFor, o.releaseDue)
			return
		}
	}
	o.line(place, j)
}

// merge finds what waits for the same message, which the job replaces if it is
// newer. A version of a message that has no name yet, and does not wait to be sent
// any more, is dropped: whoever sends that message will be corrected. It reports
// whether nothing of the job is left to be done. o.mu is held.
func (o *Outbox) merge(place chat.Place, j *job) bool {
	if l := o.lanes[place]; l != nil {
		for _, waits := range l.jobs {
			if slotOf(waits.effect) != slotOf(j.effect) || waits.effect.Kind == chat.Ping {
				continue
			}
			waits.take(j)
			return true
		}
	}
	return j.effect.Kind == chat.Edit && j.effect.Ref == ""
}

// drop drops what waits for the same message and is not newer. o.mu is held.
func (o *Outbox) drop(j *job) {
	l := o.lanes[j.effect.Shows.Place]
	if l == nil {
		return
	}
	before := len(l.jobs)
	l.jobs = slices.DeleteFunc(l.jobs, func(waits *job) bool {
		return waits.effect.Kind == chat.Edit && slotOf(waits.effect) == slotOf(j.effect) &&
			waits.effect.Shows.Version <= j.effect.Shows.Version
	})
	dropped := before - len(l.jobs)
	t := o.tenants[l.place.Tenant()]
	o.waiting -= dropped
	t.waiting -= dropped
	if dropped > 0 && len(l.jobs) == 0 && !l.busy {
		t.lanes = slices.DeleteFunc(t.lanes, func(other *lane) bool { return other == l })
		o.forget(l, t)
	}
}

// do sends one job.
func (o *Outbox) do(ctx context.Context, l *lane, j *job) {
	defer func() {
		o.mu.Lock()
		defer o.mu.Unlock()
		o.free(l)
		o.work()
	}()
	ctx, cancel := context.WithTimeout(ctx, sendWithin)
	defer cancel()
	out := o.attempt(ctx, j)
	if j.effect.Shows.Slot != chat.SlotNone {
		o.sent(ctx, j, out)
	}
	if out.Fate == chat.Out {
		o.Put(l.place, slices.DeleteFunc(slices.Clone(j.then), func(e chat.Effect) bool { return e.Ref == out.Ref }), j.send)
	}
}

// attempt sends the effect, and survives its panics.
func (o *Outbox) attempt(ctx context.Context, j *job) (out chat.Outcome) {
	defer func() {
		if value := recover(); value != nil {
			o.log.ErrorContext(ctx, "a panic in sending a message was survived", survived.Panic(value))
			out = chat.Outcome{Fate: chat.Unknown}
		}
	}()
	return j.send(ctx, j.effect)
}
