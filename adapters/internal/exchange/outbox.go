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
)

// Send carries out one effect on the platform, and logs what went wrong.
type Send func(ctx context.Context, e chat.Effect) chat.Outcome

// Outbox carries out effects: those of one place in their order, those of several
// places at the same time, and those of several tenants in turn. What comes of an
// effect with a slot it reports to the handler, and it does what that answers. A Show is
// drawn when its turn has come, and one that waits stands for all of its message.
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
	early   []*job               // Shows that came while they were, the first one first
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
	until  time.Time // a Show waits for a first answer at most
}

// merge has a Show stand for another one of the same message, too. Whether it may be
// posted, and how, is for those to say who have reserved it.
func (j *job) merge(other *job) {
	mine, theirs := &j.effect, other.effect
	switch {
	case mine.Reserved == theirs.Reserved:
		mine.Redraw = mine.Redraw && theirs.Redraw
	case theirs.Reserved:
		mine.Reserved, mine.Redraw = true, theirs.Redraw
	}
	mine.Shows.Version = max(mine.Shows.Version, theirs.Shows.Version)
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
// open and after its end was asked for. Each of the bounds, such as [Breaker.Admits], may
// lower it; -1 does not.
func (o *Outbox) Capacity(bounds ...int) int {
	if !o.intake.IsOpen() {
		return 0
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	most := max(0, maxWaiting-o.waiting)
	for _, bound := range bounds {
		if bound >= 0 {
			most = min(most, bound)
		}
	}
	return most
}

// Put takes effects on, to be sent to the place in their order. A Show of what is being
// sent is taken on when that has ended.
func (o *Outbox) Put(place chat.Place, effects []chat.Effect, send Send) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, e := range effects {
		j := &job{effect: e, send: send}
		if e.Kind == chat.Show {
			if m := o.slots[slotOf(e)]; m != nil {
				m.want(j)
				continue
			}
			if o.answers[conversationOf(e.Shows.Place)] > 0 && !e.Reserved {
				o.await(j)
				continue
			}
		}
		o.line(place, j)
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

// draw has the handler draw a Show. Nothing is drawn if that fails, and is left to the clock.
func (o *Outbox) draw(ctx context.Context, show chat.Effect) []chat.Effect {
	r, _ := Ask(ctx, o.log, func() (chat.Response, error) { return o.intake.Handler().Draw(ctx, show) })
	if len(r.Effects) != 2 || r.Effects[1].Kind != chat.Collapse || !o.unsent.Has(slotOf(r.Effects[0]).String()) {
		return r.Effects
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.waiting < muchWaiting {
		return r.Effects
	}
	e := r.Effects[0] // surely never arrived: the former message can show it in one request instead of three
	e.Kind, e.Ref = chat.Edit, r.Effects[1].Ref
	return []chat.Effect{e}
}

// drew notes which version of a message is being sent.
func (o *Outbox) drew(e chat.Effect) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if m := o.slots[slotOf(e)]; m != nil {
		m.version = max(m.version, e.Shows.Version)
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
	effects := []chat.Effect{j.effect}
	if j.effect.Kind == chat.Show {
		effects = o.draw(ctx, j.effect)
	}
	out := chat.Outcome{Fate: chat.Unsent}
	if len(effects) > 0 {
		o.drew(effects[0])
		out = o.attempt(ctx, effects[0], j.send)
	}
	switch {
	case j.effect.Shows.Slot == chat.SlotNone:
	case len(effects) == 0:
		o.mu.Lock()
		o.end(j.effect, j.send, true)
		o.mu.Unlock()
	default:
		o.sent(ctx, j.effect, effects[0], out, j.send)
	}
	if out.Fate == chat.Out {
		o.Put(l.place, slices.DeleteFunc(effects[1:], func(e chat.Effect) bool { return e.Ref == out.Ref }), j.send)
	}
}

// attempt sends the effect, and survives its panics.
func (o *Outbox) attempt(ctx context.Context, e chat.Effect, send Send) (out chat.Outcome) {
	defer func() {
		if value := recover(); value != nil {
			o.log.ErrorContext(ctx, "a panic in sending a message was survived", survived.Panic(value))
			out = chat.Outcome{Fate: chat.Unknown}
		}
	}()
	return send(ctx, e)
}
