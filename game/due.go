package game

import "time"

// UnreadableRetry is the time before the program tries to read an unreadable game again.
const UnreadableRetry = time.Hour

// deliveryMemory is the time that a room without other content remembers its deliveries.
const deliveryMemory = 24 * time.Hour

// Due returns the time of the room's next task in Unix milliseconds, or [Never] if the room holds
// nothing. It returns 0 if something is unreadable or votes are open: then only the stored due time
// is valid.
func (r Room) Due(timing Timing) int64 {
	if r.Newer || len(r.Unreadable) > 0 || r.voting() {
		return 0
	}
	return r.due(timing)
}

func (r Room) voting() bool { return r.Active != nil && r.Active.Voting() && !r.Active.Ballot.Closed }

func (r Room) due(timing Timing) int64 {
	due := int64(Never)
	for g := range r.Games() {
		_, at := g.due(timing, r.Settings.Pings)
		due = min(due, at)
	}
	for _, s := range r.Slots {
		if s.Pending() && s.Redraw > 0 {
			due = min(due, s.Redraw)
		}
	}
	if r.Posts.Next > 0 {
		due = min(due, r.Posts.Next)
	}
	switch {
	case due < Never:
		return due
	case r.Touched > 0:
		return r.Touched + 2*timing.Retention.Milliseconds()
	case len(r.arrivals) > 0:
		return 1000*r.arrivals[len(r.arrivals)-1].at + deliveryMemory.Milliseconds()
	default:
		return due
	}
}

func (g *Game) due(timing Timing, pings Pings) (TaskKind, int64) {
	kind, wait := g.next(timing, pings)
	return kind, g.At + wait.Milliseconds()
}

// next returns the game's next task, and its delay from At.
func (g *Game) next(timing Timing, pings Pings) (TaskKind, time.Duration) {
	switch {
	case g.Phase == Challenged:
		return TaskLapse, ChallengeLife
	case g.Phase == Over && g.Result.Reason == Declined:
		return taskForget, RechallengeDelay
	case g.Phase == Over:
		return taskForget, timing.Retention
	case g.EngineToMove():
		return TaskEngine, 0
	case g.Voting():
		if kind, wait, ok := g.nextVoting(timing.IdleExpiry); ok {
			return kind, wait
		}
	}
	if kind, wait, ok := g.nextReminder(pings); ok && (wait < timing.IdleExpiry || g.Rated) {
		return kind, wait
	}
	return TaskExpire, timing.IdleExpiry
}
