package sim

import (
	"context"
	"maps"
	"math"
	"net/http"
	"net/http/httptest"
	"slices"
	"time"

	"othellobot/chat"
	"othellobot/game"
)

// forecast draws the weather of a day: each kind of fault occurs on about half of all days, at a random rate.
func (w *world) forecast() weather {
	rate := func(least, most float64) float64 {
		x := w.random.Float64()
		if w.chance(0.5) {
			return 0
		}
		return least * math.Pow(most/least, x)
	}
	every := func(least, most time.Duration) time.Duration {
		return time.Duration(rate(float64(least), float64(most)))
	}
	f := weather{
		latency:     time.Duration(5+w.random.IntN(80)) * time.Millisecond,
		syncTime:    time.Duration(2+w.random.IntN(60)) * time.Millisecond,
		crash:       rate(0.0002, 0.01),
		lostCall:    rate(0.001, 0.05),
		lostAnswer:  rate(0.001, 0.05),
		lateCall:    rate(0.001, 0.05),
		lostPost:    rate(0.001, 0.1),
		blindPost:   rate(0.001, 0.1),
		slowPost:    rate(0.001, 0.2),
		lostAct:     rate(0.001, 0.1),
		doubledAct:  rate(0.001, 0.2),
		lateAct:     rate(0.001, 0.2),
		storeCrash:  every(10*time.Second, 2*time.Minute),
		silence:     every(10*time.Second, 2*time.Minute),
		clockJump:   every(10*time.Second, 2*time.Minute),
		unreadable:  every(10*time.Second, 2*time.Minute),
		newer:       every(10*time.Second, 2*time.Minute),
		restore:     every(10*time.Second, 2*time.Minute),
		deletion:    every(2*time.Second, 20*time.Second),
		falseReport: every(10*time.Second, 2*time.Minute),
	}
	if len(w.platforms) == 0 {
		return f
	}
	for fault := hanging; fault < faults; fault++ {
		f.requests[fault] = rate(0.001, 0.05)
	}
	f.outage = every(20*time.Second, 4*time.Minute)
	f.unreadable, f.newer, f.restore, f.doubledAct = 0, 0, 0, 0
	return f
}

func (w *world) trouble() {
	often := func(mean time.Duration, do func()) {
		if mean == 0 {
			return
		}
		var again func()
		again = func() {
			if w.closing {
				return
			}
			do()
			w.after(time.Duration(w.random.ExpFloat64()*float64(mean)), again)
		}
		w.after(time.Duration(w.random.ExpFloat64()*float64(mean)), again)
	}
	often(w.weather.storeCrash, func() {
		w.count(storeCrashes)
		w.server.crash(w.between(10*time.Millisecond, 3*time.Second))
		if w.chance(0.3) { // the store and all processes may run on one machine
			for _, h := range w.hosts {
				if h.alive {
					h.crash(w.between(time.Second, 5*time.Second))
				}
			}
		}
	})
	often(w.weather.silence, func() {
		w.count(silences)
		h := w.anyHost()
		h.silentUntil = w.now() + w.between(time.Second, 30*time.Second)
		w.narrate("", "the store falls silent for %s", h.name)
	})
	often(w.weather.clockJump, func() {
		h := w.anyHost()
		skew := time.Duration(math.Pow(10, 7*w.random.Float64()) * float64(time.Second)).Truncate(time.Millisecond)
		skew *= time.Duration(w.random.IntN(3) - 1) // the clock is behind, right or ahead
		h.skew.Store(int64(skew))
		w.count(clockJumps)
		w.narrate("", "the clock of %s is wrong by %v", h.name, skew)
	})
	often(w.weather.unreadable, w.damageGame)
	often(w.weather.newer, w.upgrade)
	often(w.weather.restore, w.restore)
	often(w.weather.deletion, w.deleteMessage)
	often(w.weather.falseReport, w.falseReport)
	often(w.weather.outage, func() {
		w.platforms[w.random.IntN(len(w.platforms))].servers().fail(w.between(10*time.Second, 90*time.Second))
	})
}

func (w *world) deleteMessage() {
	c := w.sortedChannels()[w.random.IntN(len(w.channels))]
	messages := c.venue.seen(c, newest)
	if len(messages) == 0 {
		return
	}
	newest := messages[max(0, len(messages)-2):]
	if m := newest[w.random.IntN(len(newest))]; !m.gone {
		c.venue.delete(c, m)
		w.count(deletions)
		w.narrate(game.Place(c.place.String()), "somebody takes %s away", m.ref)
	}
}

func (w *world) damageGame() {
	m := w.someGame()
	if m == nil {
		return
	}
	w.writeDirectly(func() {
		w.server.rewrite(m.game.Place, `"id":"`+m.game.ID.String()+`"`, `"mode":"`, `"mode":"teams of `)
	})
	m.unreadable = true
	w.count(unreadables)
	w.narrate(m.game.Place, "game %d cannot be read any more", m.number)
}

// upgrade writes a room as a newer version of the program would, and writes it back after a while.
func (w *world) upgrade() {
	m := w.someGame()
	if m == nil {
		return
	}
	at := m.game.Place
	w.writeDirectly(func() { w.server.rewrite(at, "", `"format":`, `"format":9`) })
	w.judge.newer[at] = w.server.room(at).Version
	w.count(newerGames)
	w.narrate(at, "a newer version keeps %s", at)
	w.after(w.between(time.Second, time.Minute), func() { w.downgrade(at) })
}

func (w *world) downgrade(at game.Place) {
	if w.judge.newer[at] == 0 {
		return
	}
	w.judge.leftAlone(at)
	w.writeDirectly(func() { w.server.rewrite(at, "", `"format":9`, `"format":`) })
	delete(w.judge.newer, at)
	w.narrate(at, "%s can be read again", at)
}

// restore puts a running game back to its state a turn or more ago, like a restored backup. Later pings and
// questions are gone. The board keeps its message, because the store would otherwise not know that message.
// Later a user presses a square on the board as it looked before.
func (w *world) restore() {
	m := w.someGame()
	if m == nil || m.game.Phase != game.Playing {
		return
	}
	i := len(m.versions) - 1
	for i >= 0 && (m.versions[i].turn >= m.game.Turn || m.versions[i].game.Phase != game.Playing) {
		i--
	}
	if i < 0 {
		return
	}
	at, _ := chat.ParsePlace(string(m.game.Place))
	w.channels[at].pressLater(m.game)
	g := m.versions[i].game
	since := g.Version
	g.Version = m.game.Version + 1
	w.writeDirectly(func() { w.server.putBack(g, since) })
	w.judge.restored(m, g)
	w.count(restores)
	w.narrate(g.Place, "game %d is put back to %d moves", m.number, len(g.Moves))
}

// someGame returns a random game that is not over and that the processes can read, or nil.
func (w *world) someGame() *match {
	var games []game.ID
	for id, m := range w.judge.matches {
		if g, _, known := w.storedGame(id); known && g.Phase != game.Over && !m.unreadable {
			games = append(games, id)
		}
	}
	if len(games) == 0 {
		return nil
	}
	slices.Sort(games)
	return w.judge.matches[games[w.random.IntN(len(games))]]
}

// writeDirectly changes the stored data directly and durably, bypassing all processes.
func (w *world) writeDirectly(do func()) {
	_ = w.server.transact(false, func() error {
		do()
		return nil
	})
	w.server.database.sync()
}

// falseReport makes a platform report wrongly that something is gone.
func (w *world) falseReport() {
	w.count(falseReports)
	if len(w.platforms) > 0 {
		w.platforms[w.random.IntN(len(w.platforms))].falseReport()
		return
	}
	about := w.sortedChannels()[w.random.IntN(len(w.channels))].place
	if w.chance(0.5) {
		about.Channel = ""
	}
	w.notify(chat.VerbRemoved, about)
}

func (w *world) notify(verb string, about chat.Place) {
	w.narrate(game.Place(about.String()), "the platform tells: %s", verb)
	to := w.anyHost()
	w.after(w.between(time.Millisecond, 2*w.weather.latency), func() {
		if p := to.process; p.listens {
			go p.platformEvent(verb, about)
		}
	})
}

func (p poster) probe(ctx context.Context, about chat.Place) {
	w := p.world
	verb, err := p.await(ctx, request{label: p.label(ctx, "probe", about.String(), 0), begin: func(reply func(any)) {
		w.after(w.between(5*time.Millisecond, 4*w.weather.latency), func() {
			w.mayCrash(p.process)
			verb := chat.VerbPresent
			if w.gone(about) {
				verb = chat.VerbRemoved
			}
			w.narrate(game.Place(about.String()), "%s hears that it is %s", p.host.name, verb)
			reply(verb)
		})
	}})
	if err == nil {
		p.platformEvent(verb.(string), about)
	}
}

func (w *world) anyUnconfirmed() bool {
	return slices.ContainsFunc(w.sortedChannels(), func(c *channel) bool {
		room := w.server.room(game.Place(c.place.String()))
		return room.HasTombstone && !room.Condemned
	})
}

// deleted judges that nothing is left of the lost place.
func (j *judge) deleted() {
	w := j.world
	for _, c := range w.sortedChannels() {
		if w.server.room(game.Place(c.place.String())).HasTombstone {
			j.fail(game.Place(c.place.String()), "a tombstone is left on %s", c.place)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(j.matches)) {
		if g, _, known := w.storedGame(id); known && w.mayDelete(g.Place) {
			j.fail(g.Place, "game %d is kept, though it is gone for %v", j.number(id), w.now()-w.lost.since)
		}
	}
}

func (j *judge) buried(t game.Tombstone) {
	if t.Loss == game.LossOfTenant && len(j.world.platforms) > 0 {
		j.fail(game.Place(t.Prefix), "the bot is taken to be removed from where it works")
	}
}

// sendEvent makes the service send a process a request that is not a user's act.
func (s *service) sendEvent(make func() *http.Request) {
	w := s.world
	to := w.anyHost()
	w.after(w.between(time.Millisecond, 2*w.weather.latency), func() {
		p := to.process
		if !p.listens {
			return
		}
		r := make()
		go func() {
			ctx, cancel := context.WithTimeout(p.ctx, patience)
			defer cancel()
			p.apps[s.name].requests.ServeHTTP(httptest.NewRecorder(), r.WithContext(ctx))
		}()
	})
}
