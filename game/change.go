package game

import (
	"slices"
	"time"
)

func (r Room) newChange(now time.Time) Change {
	c := Change{Before: r.Version, Room: r, Now: now}
	c.Room.Version = NextVersion(r.Version, now)
	return c
}

// NextVersion returns a version greater than before. The increment depends on the time, so that a
// change lost in a crash and its replacement most likely get different versions.
func NextVersion(before int64, now time.Time) int64 {
	const golden, steps = 0x9E3779B97F4A7C15, 24 // Fibonacci hashing to 24 bits
	return before + 1 + int64(uint64(now.UnixNano())*golden>>(64-steps))
}

func (c *Change) step(before, after *Game) {
	c.Steps = append(c.Steps, Step{before, after})
	c.Room = c.Room.WithGame(after)
}

// dropUnreadable removes the unreadable games for whose document drop returns true.
func (c *Change) dropUnreadable(drop func(document []byte) bool) {
	ids, unread := c.Room.Unreadable, c.Room.unread
	c.Room.Unreadable, c.Room.unread = nil, nil
	for i, text := range unread {
		if drop(text) {
			c.Names = append(c.Names, NameChange{Game: ids[i], Removed: true})
		} else {
			c.Room.Unreadable, c.Room.unread = append(c.Room.Unreadable, ids[i]), append(c.Room.unread, text)
		}
	}
}

func (c *Change) changeSlots(acts []SlotChange, out *Outcome) {
	c.Room.Slots = slices.Clone(c.Room.Slots)
	for _, act := range acts {
		i := slices.IndexFunc(c.Room.Slots, func(s Slot) bool { return s.Game == act.Game && s.Name == act.Name })
		var old Slot
		if i >= 0 {
			old = c.Room.Slots[i]
		}
		now, held := old.changed(act, c.Now)
		switch {
		case held && i >= 0:
			c.Room.Slots[i] = now
		case held:
			c.Room.Slots = append(c.Room.Slots, now)
		case i >= 0:
			c.Room.Slots = slices.Delete(c.Room.Slots, i, i+1)
		}
		if held {
			out.Slots = append(out.Slots, now)
		}
		if act.Act == Reserve {
			old.Ref = now.Former
		}
		if now.Post != old.Post && old.Ref != "" {
			out.Retired = append(out.Retired, old)
		}
	}
}

// finish sets Past, Names and the due times after all steps, and drops the slots of games that have left.
func (c *Change) finish(timing Timing) {
	counted := false
	for _, s := range c.Steps {
		counted = counted || s.Before != nil && s.Before.Voting() && s.After.Voting() && s.Before.Ballot.Counted != s.After.Ballot.Counted
		c.recordNames(s)
		if s.After.isPast() {
			c.Past = append(c.Past, Past{Game: *s.After})
		}
	}
	for _, gone := range c.Room.removeDeparted() {
		if !gone.Game.isPast() {
			c.Names = append(c.Names, NameChange{Game: gone.Game.ID, Removed: true})
			continue
		}
		c.Past = slices.DeleteFunc(c.Past, func(p Past) bool { return p.Game.ID == gone.Game.ID })
		c.Past = append(c.Past, gone)
	}
	// A NameChange without a game removes all names in the place. The names in games that stay are
	// added again.
	clears := slices.ContainsFunc(c.Names, func(n NameChange) bool { return n.Game == 0 })
	var slots []Slot
	for g := range c.Room.stored() {
		if clears {
			c.recordNames(Step{After: g})
		}
		slots = append(slots, c.Room.slotsOf(g.ID)...)
	}
	c.Room.Slots = slots // in the order of the document
	c.Due, c.KeepDueAfter = c.Room.due(timing), c.Now.Add(minDueAhead).UnixMilli()
	if len(c.Room.Unreadable) > 0 {
		c.Due = min(c.Due, c.Now.Add(UnreadableRetry).UnixMilli())
		c.KeepDueAfter = c.Due // an earlier stored time would make the room due again too soon
	}
	if c.Room.voting() && !counted {
		c.KeepDueAfter = 0 // keep any earlier time, which a vote may have stored
	}
}

// A stored due time that is too early stays, unless it is less than minDueAhead away.
const minDueAhead = 10 * time.Second

// StoredDue returns the due time to store. The time stored before the change stays if it is between
// KeepDueAfter and Due.
func (c Change) StoredDue(before int64) int64 {
	if c.KeepDueAfter < before && before <= c.Due {
		return before
	}
	return c.Due
}

func (c *Change) recordNames(s Step) {
	var few [2][4]Player // saves allocations
	before, after := few[0][:0], s.After.AppendPlayers(few[1][:0])
	if s.Before != nil {
		before = s.Before.AppendPlayers(before)
	}
	for _, p := range after {
		if !slices.Contains(before, p) {
			c.Names = append(c.Names, NameChange{Player: p, Game: s.After.ID})
		}
	}
	for _, p := range before {
		if !slices.Contains(after, p) {
			c.Names = append(c.Names, NameChange{Player: p, Game: s.After.ID, Removed: true})
		}
	}
}

// UnreadableRetry is the time before the program tries again to read a game or find a time zone.
const UnreadableRetry = time.Hour

// deliveryMemory is the time that a room without other content remembers its deliveries.
const deliveryMemory = 24 * time.Hour

// Due returns the time of the room's next task in Unix milliseconds, or [Never] if the room holds nothing. It
// returns 0 if something is unreadable or votes are open: then only the stored due time is valid.
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

func (g *Game) next(timing Timing, pings Pings) (TaskKind, time.Duration) {
	switch {
	case g.Phase == Challenged:
		return TaskLapse, ChallengeLife
	case g.Phase == Over && g.Result.Reason == Declined:
		return taskRemove, RechallengeDelay
	case g.Phase == Over:
		return taskRemove, timing.Retention
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
