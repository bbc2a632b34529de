package sim

import (
	"bytes"
	"context"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"time"

	"othellobot/chat"
	"othellobot/game"
)

// loss names what is gone in truth: a channel, or the whole tenant.
type loss struct {
	place chat.Place    // without a channel for the tenant
	since time.Duration // since the start
	rest  time.Duration // for which all of it is to be kept
}

// gone reports whether a place is, or one in which it is.
func (w *world) gone(at chat.Place) bool {
	return w.lost != nil && strings.HasPrefix(at.String(), w.lost.place.Prefix())
}

// mayDelete reports whether all that is kept of a place may be deleted.
func (w *world) mayDelete(at game.Place) bool {
	return w.lost != nil && strings.HasPrefix(string(at), w.lost.place.Prefix()) && w.now()-w.lost.since > w.lost.rest-maxSkew
}

// aside draws what do draws from numbers of its own, for all others to stay the same.
func (w *world) aside(do func()) {
	w.random, w.other = w.other, w.random
	do()
	w.random, w.other = w.other, w.random
}

// spreadRumours has a rumour come from time to time.
func (w *world) spreadRumours() {
	mean := w.weather.rumour
	if mean == 0 {
		return
	}
	var again func()
	next := func() { w.after(time.Duration(w.random.ExpFloat64()*float64(mean)), again) }
	again = func() {
		if w.closing {
			return
		}
		w.aside(func() {
			w.rumour()
			next()
		})
	}
	w.aside(next)
}

// rumour has a platform say that something is gone that is not: a request was answered
// wrongly, or what tells of a removal is late, or is about something else.
func (w *world) rumour() {
	w.saw(rumours)
	if len(w.platforms) > 0 {
		w.platforms[w.random.IntN(len(w.platforms))].rumour()
		return
	}
	about := w.sorted()[w.random.IntN(len(w.channels))].place
	if w.chance(0.5) {
		about.Channel = ""
	}
	w.tells(chat.VerbRemoved, about)
}

// tells has the modelled platform tell a process something about a place.
func (w *world) tells(verb string, about chat.Place) {
	w.tell(game.Place(about.String()), "the platform tells: %s", verb)
	to := w.anyHost()
	w.after(w.between(time.Millisecond, 2*w.weather.latency), func() {
		if p := to.process; p.listens {
			p.clock.Witness(time.Now())
			go p.told(verb, about)
		}
	})
}

// told has the bot take note of what a platform tells.
func (p *process) told(verb string, about chat.Place) {
	_, _ = p.handler.Handle(p.ctx, chat.Action{Origin: chat.OriginPlatform, Verb: verb, Place: about})
}

// probe has the modelled platform say whether a place is there.
func (p poster) probe(ctx context.Context, about chat.Place) {
	w := p.world
	verb, err := p.await(ctx, request{label: p.label(ctx, "probe", about.String(), 0), begin: func(reply func(any)) {
		w.after(w.between(5*time.Millisecond, 4*w.weather.latency), func() {
			w.mayCrash(p.process)
			verb := chat.VerbPresent
			if w.gone(about) {
				verb = chat.VerbRemoved
			}
			w.tell(game.Place(about.String()), "%s hears that it is %s", p.host.name, verb)
			reply(verb)
		})
	}})
	if err == nil {
		p.told(verb.(string), about)
	}
}

// farewell is the end of a run in which a channel is taken away, or a tenant takes the
// bot out: all of it is kept for a while, and saved if it comes back, and else deleted.
func (w *world) farewell() {
	l := &loss{place: w.sorted()[0].place, since: w.now(), rest: game.PlaceRest}
	if w.chance(0.5) {
		l.place.Channel, l.rest = "", game.TenantRest
	}
	w.lost = l
	w.saw(losses)
	for range 3 { // what it tells may be lost
		w.tells(chat.VerbRemoved, l.place)
		w.rest(10 * time.Second)
	}
	w.night(l.rest / 2)
	w.rest(time.Minute)
	w.judge.atRest()
	if w.chance(0.3) {
		w.lost = nil
		if l.place.Channel == "" {
			w.tells(chat.VerbPresent, l.place)
		} else {
			w.sorted()[0].typed(w.sorted()[0].people[0], "board", text("board"))
		}
		w.rest(time.Minute)
	}
	w.night(l.rest)
	w.weather.crash = 0.02
	w.rest(2 * time.Minute)
	w.weather.crash = 0
	w.rest(time.Minute)
	if w.anyUnconfirmed(game.LossOfTenant) { // nobody has done anything there since the rumour
		w.night(game.TenantRest)
		w.rest(time.Minute)
	}
	for range 3 { // whoever was to ask may have died, and a channel is asked about after its tenant
		w.night(game.AskAgain)
		w.rest(time.Minute)
	}
	w.judge.atRest()
	w.judge.deleted()
}

// anyUnconfirmed reports whether a tombstone of a kind stands that nobody has confirmed.
func (w *world) anyUnconfirmed(loss game.Loss) bool {
	for _, t := range w.server.tombstones {
		if t.Loss == loss && !t.confirmed {
			return true
		}
	}
	return false
}

// deleted judges that nothing is left of what is gone.
func (j *judge) deleted() {
	w := j.world
	for _, prefix := range slices.Sorted(maps.Keys(w.server.tombstones)) {
		j.fail(game.Place(prefix), "a tombstone is left on %s", prefix)
	}
	for _, id := range slices.Sorted(maps.Keys(w.server.games)) {
		if r := w.server.games[id]; w.mayDelete(r.place) {
			j.fail(r.place, "game %d is kept, though it is gone for %v", j.number(id), w.now()-w.lost.since)
		}
	}
}

// buried judges a tombstone.
func (j *judge) buried(t game.Tombstone) {
	if t.Loss == game.LossOfTenant && len(j.world.platforms) > 0 {
		j.fail(game.Place(t.Prefix), "the bot is taken to be removed from where it works")
	}
}

// tell has the service send something to a process that is no act of anybody.
func (s *service) tell(make func() *http.Request) {
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

// rumour implements [platform]: of Discord, a request that finds no channel is enough.
func (*guild) rumour() {}

// rumour implements [platform]: an event that is late, or about a token of before.
func (s *workspace) rumour() {
	inner := map[string]any{"type": "app_uninstalled"}
	if s.world.chance(0.5) {
		inner = map[string]any{"type": "tokens_revoked", "tokens": map[string]any{"oauth": []string{}, "bot": []string{s.fake.User("bot")}}}
	}
	s.world.tell("", "Slack tells: %s", inner["type"])
	s.service.tell(s.fake.NewEvent(s.fake.Workspace, inner).Request)
}

// Mistakes with what is told to be gone.
const (
	purgeAtOnce    mistake = "purge-at-once"   // what is told to be gone is deleted
	missLife       mistake = "miss-life"       // signs of life do not matter
	neverConfirm   mistake = "never-confirm"   // nobody asks again about what is gone
	purgeOnce      mistake = "purge-once"      // what a purge has not come to is forgotten
	trustRemovals  mistake = "trust-removals"  // a removal is believed, whatever the token does
	revokedRemoves mistake = "revoked-removes" // the end of a token is taken for a removal
)

// purging deletes what it is to bury.
type purging struct{ connection }

func (s purging) Bury(ctx context.Context, t game.Tombstone) error {
	_, err := call(ctx, s.connection, "bury", t.Prefix, 0, func() (any, error) {
		return nil, s.world.server.transact(false, func() error {
			for _, at := range slices.Sorted(maps.Keys(s.world.server.places)) {
				if strings.HasPrefix(string(at), t.Prefix) {
					s.world.server.empty(at)
				}
			}
			return nil
		})
	})
	return err
}

// unmoved takes no tombstone away.
type unmoved struct{ connection }

func (unmoved) Revive(context.Context, string) error { return nil }

// sure has no doubts.
type sure struct{ connection }

func (sure) Doubtful(context.Context, time.Time, time.Time, int, []string) ([]game.Tombstone, error) {
	return nil, nil
}

// hasty makes one step of a purge, and no other.
type hasty struct{ connection }

func (s hasty) Purge(ctx context.Context, now time.Time) (bool, error) {
	server := s.world.server
	return call(ctx, s.connection, "purge", "", 0, func() (bool, error) {
		found := server.standing(now, func(t tombstone) bool { return t.confirmed })
		server.purge(now)
		return false, server.transact(false, func() error {
			for _, t := range found {
				unset(server.database, server.tombstones, t.Prefix)
			}
			return nil
		})
	})
}

// requests answers the requests of a platform, with the mistake.
func (m mistake) requests(p *process, next http.Handler) http.Handler {
	kind := map[mistake]string{trustRemovals: "app_uninstalled", revokedRemoves: "tokens_revoked"}[m]
	if kind == "" {
		return next
	}
	return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(body))
		if bytes.Contains(body, []byte(`"`+kind+`"`)) {
			for at := range p.world.channels {
				if bytes.Contains(body, []byte(at.Team)) {
					p.told(chat.VerbRemoved, chat.Place{Platform: at.Platform, Team: at.Team})
					break
				}
			}
		}
		next.ServeHTTP(rw, r)
	})
}
