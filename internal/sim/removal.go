package sim

import (
	"context"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"time"

	"othellobot/chat"
	"othellobot/game"
)

// falseReport makes a platform report wrongly that something is gone.
func (w *world) falseReport() {
	w.count(falseReports)
	if len(w.platforms) > 0 {
		w.platforms[w.random.IntN(len(w.platforms))].falseReport()
		return
	}
	about := w.sorted()[w.random.IntN(len(w.channels))].place
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
	return slices.ContainsFunc(w.sorted(), func(c *channel) bool {
		room := w.server.room(game.Place(c.place.String()))
		return room.HasTombstone && !room.Condemned
	})
}

// deleted judges that nothing is left of the lost place.
func (j *judge) deleted() {
	w := j.world
	for _, c := range w.sorted() {
		if w.server.room(game.Place(c.place.String())).HasTombstone {
			j.fail(game.Place(c.place.String()), "a tombstone is left on %s", c.place)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(j.matches)) {
		if g, _, known := w.kept(id); known && w.mayDelete(g.Place) {
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
