package sim

import (
	"maps"
	"slices"
	"time"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/internal/deadline"
)

// saved judges a stored change of a room. If the store loses the change, the judge forgets it.
func (j *judge) saved(by *attempt, p *process, room game.Room, c game.Change) {
	w, at := j.world, c.Room.Place
	if by != nil && !c.Async {
		j.stores(by)
	}
	if room.Newer {
		j.fail(at, "%s is changed, which a newer version keeps", at)
	}
	if c.Room.Settings != room.Settings {
		j.settled[at] = w.now()
	}
	for _, s := range c.Room.Slots {
		if !slices.Contains(room.Slots, s) {
			j.noted(at, s)
		}
	}
	for _, s := range c.Steps {
		before, known := j.matches[s.After.ID]
		if !known {
			before = &match{number: len(j.matches) + 1, began: w.now(), pings: make(map[uint32]int), turns: make(map[uint32]int), moves: make(map[uint32]move)}
			j.matches[s.After.ID] = before
		}
		if w.story != nil {
			w.narrate(at, "%s stores version %d of game %d%s", p.host.name, s.After.Version, before.number, outcomeText(s.After))
		}
		if by != nil {
			j.played(by, before, *s.After)
		}
		j.step(by, at, before, *s.After)
		old, oldRunning := *before, j.running[at]
		w.server.undo(func() {
			unreadable := before.unreadable
			*before = old
			before.unreadable = unreadable
			j.running[at] = oldRunning
		})
		if len(before.versions) == 0 || before.game.At != s.After.At {
			before.touched = w.now()
			if s.After.Reminder == game.Warned {
				before.touched -= game.WarningDelay // a player who was warned late has the same time left as others
			}
		}
		if n := len(s.After.Moves); n > len(before.game.Moves) {
			before.moves[before.game.Turn] = move{s.After.Moves[n-1], s.After.LastMover()}
		}
		before.versions = append(slices.Clip(before.versions), version{w.server.done + 1, s.After.Turn, *s.After})
		before.game = *s.After
		j.thought(before)
		switch {
		case s.After.Phase == game.Playing:
			j.running[at] = before
		case oldRunning == before:
			delete(j.running, at)
			w.gameEnded(at)
		}
	}
}

func (j *judge) step(by *attempt, at game.Place, m *match, after game.Game) {
	if want := uint32(len(m.versions)) + 1; after.Version != want {
		j.fail(at, "version %d of game %d is stored where %d is next", after.Version, m.number, want)
	}
	if other := j.running[at]; other != nil && other != m && after.Phase == game.Playing && !other.unreadable {
		j.fail(at, "games %d and %d run in one place", other.number, m.number)
	}
	j.decided(at, m, after)
	if over := len(m.versions) > 0 && m.game.Phase == game.Over; over && (after.Phase != game.Over || *after.Result != *m.game.Result || after.At != m.game.At) {
		j.fail(at, "game %d is %s, and ends again%s", m.number, ending[m.game.Result.Reason], outcomeText(&after))
	} else if over || after.Phase != game.Over {
		return
	}
	alone := j.world.now() - m.touched + maxSkew
	switch reason := after.Result.Reason; {
	case by == nil && reason != game.Expired && reason != game.Lapsed && reason != game.PlayedOut && reason != game.TimedOut:
		j.fail(at, "game %d is %s, and nobody said so", m.number, ending[reason])
	case reason == game.Expired && alone < timing.IdleExpiry,
		reason == game.Lapsed && alone < game.ChallengeLife,
		(reason == game.Claimed || reason == game.TimedOut) && alone < game.ClaimDelay,
		reason == game.SetAside && alone < game.OpenIdleLimit,
		reason == game.SetAside && m.game.Mode == game.Duel && !m.game.AgainstEngine() && (alone < game.SeatIdleLimit || !m.game.SeatFree()):
		j.fail(at, "game %d is %s after only %v", m.number, ending[reason], alone-maxSkew)
	case reason == game.TimedOut != m.game.Rated && (reason == game.TimedOut || reason == game.Claimed || reason == game.Expired || reason == game.SetAside):
		j.fail(at, "game %d is %s, and rated: %v", m.number, ending[reason], m.game.Rated)
	case reason == game.TimedOut:
		j.world.count(timedOut)
	case reason == game.Expired:
		j.world.count(expired)
	case reason == game.SetAside:
		j.world.count(setAside)
	}
}

func (j *judge) noted(at game.Place, s game.Slot) {
	place, _ := chat.ParsePlace(string(at))
	if m := j.world.channels[place].find(chat.MessageRef(s.Ref)); m != nil && !slices.Contains(m.posts, s.Post) {
		j.fail(at, "message %d of the slot %s of game %d is said to be %s, which never was", s.Post, s.Name, j.number(s.Game), m.ref)
	}
}

func (j *judge) answered(try *attempt, r chat.Response, err error) {
	w := j.world
	w.underWay = slices.DeleteFunc(w.underWay, func(other *attempt) bool { return other == try })
	at := try.at()
	if w.story != nil {
		w.narrate(at, "%s answers act %d: %s %v", try.process.host.name, try.act.number, j.responseText(r), err)
	}
	if err != nil {
		j.fail(at, "%s's act %d is answered by an error alone: %v", try.action.User.ID, try.act.number, err)
		return
	}
	if took := w.now() - try.began; took > deadline.UserAction+time.Second {
		j.fail(at, "%s's act %d is answered after %v", try.action.User.ID, try.act.number, took)
	}
	w.traceNumber(uint64(len(r.Effects)))
	for _, e := range r.Effects {
		w.traceNumber(uint64(e.Kind)<<32 | uint64(e.Subject.Version))
		for _, span := range e.Message.Text {
			w.traceText(span.Text)
		}
	}
	if r.Repeated {
		if !try.repeated || len(r.Effects) > 0 {
			j.fail(at, "%s's act %d is said to have come before", try.action.User.ID, try.act.number)
		}
		return
	}
	if j.votes(try, r) {
		return
	}
	j.puzzleAnswered(try, r)
	onlyWhispers := !slices.ContainsFunc(r.Effects, func(e chat.Effect) bool { return e.Kind != chat.Whisper })
	switch {
	case len(r.Effects) > 0 && onlyWhispers && outcomeUnknown(r):
		w.count(leftOpen)
		j.excuseIn(at) // the old board may stay
	case len(r.Effects) > 0 && (onlyWhispers || movedOn(try, r)):
		w.count(refused)
		try.refused = true
		if try.commits > 0 {
			j.fail(at, "%s's act %d is stored, and refused", try.action.User.ID, try.act.number)
		}
	case try.commits > 0:
		w.count(acknowledged)
		if try.act.record > w.server.synced {
			j.fail(at, "%s's act %d is acknowledged, and not stored for good", try.action.User.ID, try.act.number)
		}
	case slices.Contains(storingVerbs, try.what) && try.act.commits == 0 && !try.act.voted && !j.doneBefore(try):
		j.fail(at, "%s's act %d is acknowledged, and not stored", try.action.User.ID, try.act.number)
	default:
		w.count(doneBefore)
	}
}

// sends judges an effect that a process is about to show.
func (j *judge) sends(p *process, at chat.Place, e chat.Effect) {
	place := game.Place(at.String())
	if j.world.story != nil {
		j.world.narrate(place, "%s sends %s", p.host.name, j.effectText(e))
	}
	if e.Redraw {
		j.redraws(p, place, e)
	}
	if e.Subject.Game == "" {
		return
	}
	id, _ := game.ParseID(string(e.Subject.Game))
	m := j.matches[id]
	if m == nil || m.unreadable {
		return
	}
	if !j.durable(place, m, e.Subject.Version) {
		return
	}
	j.edits(place, e, m.versions[e.Subject.Version-1].game)
	if e.Kind == chat.Ping && len(j.world.platforms) > 0 {
		j.world.channels[at].reminded[reminderOf(e.Message.Text.String())]++
	}
	if e.Kind == chat.Ping {
		j.world.count(notified)
		m.pings[e.Subject.Version]++
		turn := m.versions[e.Subject.Version-1].turn
		m.turns[turn]++
		most := 2 // once, and again after a day
		if m.game.Rated {
			most = 3 // and before it is lost
		}
		if m.pings[e.Subject.Version] > 1 || m.turns[turn] > most {
			j.fail(place, "a player of game %d is notified of version %d and turn %d too often", m.number, e.Subject.Version, turn)
		}
	}
}

// recovered judges what the store still has after a crash.
func (j *judge) recovered() {
	clear(j.drawn) // a claim does not wait for the disk, so another process may repeat the redraw
	for _, id := range slices.Sorted(maps.Keys(j.matches)) {
		j.stored(id, j.matches[id])
	}
}
