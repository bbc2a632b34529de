package sim

import (
	"maps"
	"math"
	"slices"
	"time"

	"othellobot/chat"
	"othellobot/game"
)

// atRest judges the final state, when nothing goes wrong any more.
func (j *judge) atRest() {
	w := j.world
	if len(w.platforms) > 0 {
		w.drawAll()
	}
	for _, try := range w.underWay {
		if try.process.alive {
			j.fail(try.at(), "%s's act %d is never answered", try.action.User.ID, try.act.number)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(j.matches)) {
		m := j.matches[id]
		j.stored(id, m)
		g, _, known := w.storedGame(id)
		if m.unreadable || !known {
			continue
		}
		if g.Turn != m.game.Turn || !slices.Equal(g.Moves, m.game.Moves) {
			j.fail(g.Place, "the store has %v of game %d, not %v", g.Moves, m.number, m.game.Moves)
		}
		if len(w.platforms) > 0 {
			j.displayed(id, g)
		} else {
			j.shown(id, g)
		}
		if left := overdue(g, w.server.room(g.Place).Settings.Pings, w.now()-m.touched-maxSkew-20*time.Second); left != "" {
			j.fail(g.Place, "game %d: %s", m.number, left)
		}
	}
	j.answersKept()
	j.dailies()
	j.ladders()
	j.records()
	for _, c := range w.sortedChannels() {
		if m := c.running(); m != nil && m.unreadable {
			j.fail(game.Place(c.place.String()), "no game can begin where game %d cannot be read", m.number)
		}
	}
}

func (j *judge) warned() bool {
	for _, m := range j.running {
		if m.game.Reminder == game.Warned {
			return true
		}
	}
	return false
}

// overdue describes what is overdue in a game that was left alone for a time. It returns "" if nothing is overdue.
func overdue(g game.Game, pings game.Pings, alone time.Duration) string {
	between := g.Mode == game.Duel && !g.AgainstEngine() && g.Player(0) != game.Nobody && g.Player(1) != game.Nobody
	switch {
	case g.Phase == game.Over:
		return ""
	case g.Phase == game.Challenged:
		if alone > game.ChallengeLife {
			return "the challenge has not lapsed"
		}
		return ""
	case alone > timing.IdleExpiry:
		return "it has not expired"
	case g.Rated && alone > game.ClaimDelay:
		return "it is not lost by time"
	case g.Rated && alone > game.WarningDelay && g.Reminder < game.Warned:
		return "nobody was warned"
	case g.EngineToMove() && alone > 0:
		return "the engine does not move"
	case !between:
		return ""
	case alone > game.ClaimDelay && g.Reminder < game.ClaimOffered,
		alone > game.ReminderDelay && g.Reminder < game.Reminded && pings != game.PingOff,
		alone > game.PingDelay && g.Reminder < game.Pinged && pings == game.PingLate:
		return "nobody was reminded"
	default:
		return ""
	}
}

// calm ends all trouble, but not its effects.
func (w *world) calm() {
	w.closing, w.playing = true, 0
	w.weather = weather{latency: w.weather.latency, syncTime: w.weather.syncTime}
	for _, p := range w.platforms {
		p.servers().calm()
	}
	for _, h := range w.hosts {
		h.skew.Store(0)
		h.silentUntil = 0
	}
	for _, at := range slices.Sorted(maps.Keys(w.judge.newer)) {
		w.downgrade(at)
	}
	w.calmSince = w.now()
	w.narrate("", "all is calm")
}

func (w *world) night(d time.Duration) {
	for _, h := range w.hosts {
		h.stop()
	}
	w.count(nights)
	w.lastFault = w.now()
	w.narrate("", "nothing runs for %v", d)
	w.runFor(d)
	for _, h := range w.hosts {
		h.boot()
	}
}

// lookAtBoards lets a user ask for the board in each channel with a readable running game, and judges the boards.
func (w *world) lookAtBoards() {
	type looked struct {
		c *channel
		m *match
	}
	var all []looked
	for _, c := range w.sortedChannels() {
		if m := c.running(); m != nil && !m.unreadable && c.venue != nil {
			c.typed(c.people[0], "board", text("board"))
			all = append(all, looked{c, m})
			w.count(looks)
		}
	}
	w.runFor(20 * time.Second)
	w.drawAll()
	for _, l := range all {
		if w.judge.running[game.Place(l.c.place.String())] == l.m {
			w.judge.boards(l.c, l.m)
		}
	}
}

// drawAll lets time pass until nothing is left to draw, but not forever. Work claimed by a dead process comes later.
func (w *world) drawAll() {
	for range 20 {
		next := time.Duration(math.MaxInt64)
		for _, c := range w.sortedChannels() {
			for _, s := range w.server.room(game.Place(c.place.String())).Slots {
				if s.Redraw > 0 {
					next = min(next, w.sinceStart(s.Redraw))
				}
			}
		}
		if next == math.MaxInt64 || w.judge.failed != "" {
			return
		}
		w.runFor(max(next-w.now(), 0) + maxOverdue)
	}
}

// loseSomething ends a run with the loss of a channel or a tenant. Unless it comes back, its data must go.
func (w *world) loseSomething() {
	l := &loss{place: w.sortedChannels()[0].place, since: w.now(), keepFor: game.PlaceConfirmDelay}
	if w.chance(0.5) {
		l.place.Channel, l.keepFor = "", game.TenantConfirmDelay
	}
	w.lost = l
	w.count(losses)
	for range 3 { // the report may be lost
		w.notify(chat.VerbRemoved, l.place)
		w.runFor(10 * time.Second)
	}
	w.night(l.keepFor / 2)
	w.runFor(time.Minute)
	w.judge.atRest()
	if w.chance(0.3) {
		w.lost = nil
		if l.place.Channel == "" {
			w.notify(chat.VerbPresent, l.place)
		} else {
			w.sortedChannels()[0].typed(w.sortedChannels()[0].people[0], "board", text("board"))
		}
		w.runFor(time.Minute)
	}
	w.night(l.keepFor)
	w.weather.crash = 0.02
	w.runFor(2 * time.Minute)
	w.weather.crash = 0
	w.runFor(time.Minute)
	if w.anyUnconfirmed() { // nothing was done there since the report
		w.night(game.TenantConfirmDelay)
		w.runFor(time.Minute)
	}
	for range 3 { // the process that should ask may have died, and a channel comes after its tenant
		w.night(game.ConfirmInterval)
		w.runFor(time.Minute)
	}
	w.judge.atRest()
	w.judge.deleted()
}
