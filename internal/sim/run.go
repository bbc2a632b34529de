package sim

import (
	"cmp"
	"maps"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/chat"
	"othellobot/game"
)

// report sums up a run.
type report struct {
	trace  uint64
	failed string // the invariant that was broken; empty if none was
	story  *story // nil if nobody listened
	about  game.Place
	games  int // that had at least 10 moves
	moves  int // of those
	events int
	census census
}

// simulate runs what a seed brings about, with a mistake or without, and has the
// story told or not.
func simulate(t *testing.T, on tier, seed uint64, m mistake, told bool) (r report) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, on, seed, m)
		if told {
			w.story = new(story)
		}
		w.live()
		r = w.report()
	})
	return r
}

// live is a whole run. A day begins in some weather, and people play. Then nobody
// does any more, all is in order again, and what was left undone must be done soon.
// Sometimes a night follows in which nothing runs at all, and another day.
func (w *world) live() {
	defer w.end()
	hosts := 1 + w.random.IntN(3)
	if len(w.platforms) > 0 {
		hosts = 2
	}
	for n := range hosts {
		h := &host{world: w, name: []string{"one", "two", "three"}[n]}
		w.hosts = append(w.hosts, h)
	}
	for _, h := range w.hosts {
		h.boot()
	}
	if len(w.platforms) > 0 { // where the bot is to be installed first
		w.weather = weather{latency: 20 * time.Millisecond, syncTime: 10 * time.Millisecond}
		w.rest(10 * time.Second)
	}
	for n := range 2 + w.random.IntN(3) {
		w.open(n)
	}
	w.day()
	if w.judge.failed == "" && w.chance(0.3) {
		w.night([]time.Duration{time.Hour, 25 * time.Hour, 73 * time.Hour, 8 * 24 * time.Hour}[w.random.IntN(4)])
		w.rest(time.Minute)
		w.judge.atRest()
		w.day()
	}
	if w.judge.failed == "" && len(w.platforms) == 0 && w.chance(0.2) {
		w.farewell()
	}
}

// day is a time in which people play, and in the end it must be in order.
func (w *world) day() {
	w.closing = false
	w.weather = w.mistake.weather(w.forecast())
	for _, c := range w.sorted() {
		c.games = 1 + w.random.IntN(4)
		w.playing++
		c.play()
		if w.chance(0.4) {
			w.after(w.between(time.Second, 10*time.Second), c.subscribe)
		}
	}
	w.trouble()
	end := w.now() + w.between(5*time.Second, 5*time.Minute)
	w.after(end-w.now(), func() {})
	w.run(func() bool { return w.playing == 0 || w.now() >= end || w.judge.failed != "" })
	w.calm()
	w.rest(2 * time.Minute)
	w.beginAnew()
	if len(w.platforms) > 0 {
		w.drawAll()
	}
	w.judge.atRest()
	if len(w.platforms) > 0 {
		w.look()
	}
}

// open opens a channel.
func (w *world) open(n int) {
	people := names[:2+w.random.IntN(3)]
	name := string(rune('a' + n))
	var c *channel
	if len(w.platforms) > 0 {
		c = w.platforms[n%len(w.platforms)].open(name, people)
		if w.chance(0.3) {
			c.typed(c.people[0], "settings", text("settings pings now"))
		}
	} else {
		c = &channel{world: w, venue: model{w}, place: chat.Place{Platform: modelled, Team: "t", Channel: name}}
		for _, name := range people {
			c.people = append(c.people, chat.UserID{Platform: modelled, Team: "t", ID: name})
		}
	}
	c.length()
	w.channels[c.place] = c
}

// length draws how long the next game is to be.
func (c *channel) length() {
	c.plies = 18 + c.world.random.IntN(10)
	if c.world.chance(0.03) {
		c.plies = 60
	}
}

// ended says that a game is over.
func (w *world) ended(at game.Place) {
	place, _ := chat.ParsePlace(string(at))
	if c := w.channels[place]; c != nil {
		c.games--
		c.length()
	}
}

// calm ends all trouble but what it has done.
func (w *world) calm() {
	w.closing, w.playing = true, 0
	w.weather = weather{latency: w.weather.latency, syncTime: w.weather.syncTime}
	for _, p := range w.platforms {
		p.servers().calm()
	}
	for _, h := range w.hosts {
		h.skew.Store(0)
		h.silentUntil = 0
		h.clock.Witness(time.Now())
	}
	for _, id := range slices.Sorted(maps.Keys(w.judge.matches)) {
		w.downgrade(id)
	}
	w.calmSince = w.now()
	w.tell("", "all is calm")
}

// rest lets some time pass.
func (w *world) rest(d time.Duration) {
	over := false
	w.after(d, func() { over = true })
	w.run(func() bool { return over || w.judge.failed != "" })
}

// beginAnew has somebody begin a game wherever one cannot be read.
func (w *world) beginAnew() {
	for _, c := range w.sorted() {
		if m := c.running(); m != nil && m.unreadable {
			c.typed(c.people[0], "start", text("start"))
		}
	}
	w.rest(10 * time.Second)
}

// sorted is all channels, in the order of their names.
func (w *world) sorted() []*channel {
	return slices.SortedFunc(maps.Values(w.channels), func(a, b *channel) int { return cmp.Compare(a.place.Channel, b.place.Channel) })
}

// night is a time in which nothing runs.
func (w *world) night(d time.Duration) {
	for _, h := range w.hosts {
		h.stop()
	}
	w.saw(nights)
	w.tell("", "nothing runs for %v", d)
	w.rest(d)
	for _, h := range w.hosts {
		h.boot()
	}
}

// end ends whatever still runs.
func (w *world) end() {
	for _, h := range w.hosts {
		h.stop()
	}
	if len(w.platforms) > 0 {
		time.Sleep(time.Minute) // adapters let what is under way end
	}
	synctest.Wait()
}

func (w *world) report() report {
	r := report{
		trace: w.trace, failed: w.judge.failed, about: w.judge.about, story: w.story, events: w.number, census: w.census,
	}
	for _, m := range w.judge.matches {
		if n := len(m.game.Moves); n >= 10 {
			r.games++
			r.moves += n
		}
	}
	return r
}

// atRest judges what is left when nothing goes wrong any more.
func (j *judge) atRest() {
	w := j.world
	for _, try := range w.underWay {
		if try.process.alive {
			j.fail(try.at(), "%s's act %d is never answered", try.action.User.ID, try.act.number)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(j.matches)) {
		m := j.matches[id]
		j.stored(id, m)
		r, known := w.server.games[id]
		if m.unreadable || !known {
			continue
		}
		g, err := r.read(id)
		if err != nil {
			j.fail(r.place, "game %d cannot be read: %v", m.number, err)
			continue
		}
		if g.Turn != m.game.Turn || !slices.Equal(g.Moves, m.game.Moves) {
			j.fail(r.place, "the store has %v of game %d, not %v", g.Moves, m.number, m.game.Moves)
		}
		if len(w.platforms) > 0 {
			j.displayed(id, g)
		} else {
			j.shown(id, g)
		}
		if left := undone(g, w.server.places[r.place].settings.Pings, w.now()-m.touched-maxSkew-20*time.Second); left != "" {
			j.fail(r.place, "game %d: %s", m.number, left)
		}
	}
	j.answersKept()
	j.dailies()
	j.records()
	for _, c := range w.sorted() {
		if m := c.running(); m != nil && m.unreadable {
			j.fail(game.Place(c.place.String()), "no game can begin where game %d cannot be read", m.number)
		}
	}
}

// forgotten reports whether the store may have forgotten the game.
func (m *match) forgotten(alone time.Duration) bool {
	switch {
	case m.game.Phase != game.Over:
		return false
	case m.game.Result.Reason == game.Declined:
		return alone+maxSkew > game.DeclinePeace
	default:
		return alone+maxSkew > timing.Retention
	}
}

// undone tells what should have been done about a game that was left alone for so
// long, empty if nothing is.
func undone(g game.Game, pings game.Pings, alone time.Duration) string {
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
