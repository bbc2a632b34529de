package exchange

import (
	"context"
	"time"

	"othellobot/chat"
)

// holdFor is how long a first answer waits for the engine's move.
const holdFor = 300 * time.Millisecond

// Send carries out one effect on the platform, and logs what went wrong.
type Send func(ctx context.Context, e chat.Effect) chat.Outcome

// slot names one message of a game.
type slot struct {
	game chat.GameID
	name chat.Slot
	post uint32
}

func slotOf(e chat.Effect) slot { return slot{e.Shows.Game, e.Shows.Slot, e.Shows.Post} }

// state is what a lane holds of one message. A lane sends one effect at a time, so no two
// versions of a message are under way at once.
type state uint8

const (
	idle    state = iota // nothing is under way, and nothing waits
	sending              // a version is under way
	wanted               // a job waits to show the newest version, perhaps behind one under way
)

// event is what happens to a message.
type event uint8

const (
	change event = iota // a Show came: the game may have gone on
	answer              // a first answer is at the head of the lane
	turn                // the turn of the waiting job has come
	begin               // the turn of another effect that shows the message has come
	end                 // what was under way has ended
)

// step is what the lane does about an event.
type step uint8

const (
	none    step = iota
	line         // put the Show at the end of the lane
	merge        // let the waiting job stand for the Show
	hold         // let the first answer wait for a newer version
	replace      // take the waiting Show out of the lane, and hold the first answer, which stands for it
)

// next returns the state of a message after an event, and what to do.
func next(s state, e event) (state, step) {
	switch {
	case e == change && s == wanted:
		return wanted, merge
	case e == change:
		return wanted, line
	case e == answer && s == wanted:
		return wanted, replace
	case e == answer:
		return wanted, hold
	case e == turn, e == begin && s == idle:
		return sending, none
	case e == end && s == sending:
		return idle, none
	default:
		return s, none
	}
}

// message is what waits of one message, or is under way.
type message struct {
	state state
	waits *job // shows the newest version; nil unless wanted
}

// job is an effect that waits in a lane, or anything else that must be done in its turn.
type job struct {
	effect chat.Effect
	send   Send
	do     func(context.Context) // instead of an effect; nil for none

	// Of a first answer alone.
	soon  bool          // a newer version is worth waiting for
	turn  chan struct{} // closed when its turn has come
	newer chan struct{} // closed when a newer version is wanted
	old   bool          // newer is closed
}

// merge lets the job stand for a Show of the same message. Whether the message may be
// posted, and how, is decided by the Show that has reserved it.
func (j *job) merge(show *job) {
	mine, its := &j.effect, show.effect
	switch {
	case j.turn != nil:
		if its.Shows.Version >= mine.Shows.Version && !j.old {
			j.old = true
			close(j.newer)
		}
		return
	case mine.Reserved == its.Reserved:
		mine.Redraw = mine.Redraw && its.Redraw
	case its.Reserved:
		mine.Reserved, mine.Redraw = true, its.Redraw
	}
	mine.Shows.Version = max(mine.Shows.Version, its.Shows.Version)
}

// await waits until a newer version than the first answer is wanted, a moment at most.
func (j *job) await(ctx context.Context) {
	timer := time.NewTimer(holdFor)
	defer timer.Stop()
	select {
	case <-j.newer:
	case <-timer.C:
	case <-ctx.Done():
	}
}
