package app

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/slack"
	"othellobot/game"
)

// mortal is a process that dies in the middle of something: from then on nothing
// reaches the platforms or the store any more.
type mortal struct {
	mu   sync.Mutex
	dies func(game.Note) bool // at which note; nil for never
	dead bool
}

// isDead reports whether the process is dead.
func (m *mortal) isDead() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.dead
}

// way is a way to a platform.
func (m *mortal) way(next http.RoundTripper) http.RoundTripper {
	return roundTripper(func(r *http.Request) (*http.Response, error) {
		if m.isDead() {
			return nil, errDead
		}
		answer, err := next.RoundTrip(r)
		if m.isDead() {
			return nil, errDead
		}
		return answer, err
	})
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// mortalStore is a store as a process sees it that dies.
type mortalStore struct {
	game.Store
	of *mortal
}

func (s mortalStore) Load(ctx context.Context, at game.Place, d game.Delivery) (game.Room, game.Seen, error) {
	if s.of.isDead() {
		return game.Room{}, game.Seen{}, errDead
	}
	return s.Store.Load(ctx, at, d)
}

func (s mortalStore) Commit(ctx context.Context, c game.Change) ([]game.Slot, error) {
	if s.of.isDead() {
		return nil, errDead
	}
	return s.Store.Commit(ctx, c)
}

func (s mortalStore) Due(ctx context.Context, now, until time.Time, most int, prefixes []string) ([]game.Pending, error) {
	if s.of.isDead() {
		return nil, errDead
	}
	return s.Store.Due(ctx, now, until, most, prefixes)
}

func (s mortalStore) DueSlots(ctx context.Context, now time.Time, most int, prefixes []string) ([]game.DueSlot, error) {
	if s.of.isDead() {
		return nil, errDead
	}
	return s.Store.DueSlots(ctx, now, most, prefixes)
}

// Note is where the process dies.
func (s mortalStore) Note(ctx context.Context, n game.Note) (game.Standing, error) {
	s.of.mu.Lock()
	if s.of.dies != nil && s.of.dies(n) {
		s.of.dead = true
	}
	dead := s.of.dead
	s.of.mu.Unlock()
	if dead {
		return 0, errDead
	}
	return s.Store.Note(ctx, n)
}

// TestKilledBeforeTheNote kills the program when a message is out and before that is
// noted, again and again. A minute after each restart every board shows what is stored,
// and there is no second one on Discord, and at most one of each death on Slack.
func TestKilledBeforeTheNote(t *testing.T) {
	for name, c := range eachWay {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				p := &mortal{}
				s := newBetween(t, c.ways, func(s *between) { s.mortal(p) })
				const each = 10 // deaths in a channel
				extra := 0
				for n := range long(20, 100) / each {
					v := s.venue(c.platform, n)
					v.types("ana", "start")
					time.Sleep(time.Minute)
					for range each {
						g := s.playing(v.Place())
						user, square, _ := next(g.Position())
						before := s.standing(v).boards
						p.mu.Lock()
						p.dies = func(n game.Note) bool { return n.Slot == "board" }
						p.mu.Unlock()
						how := []string{"types", "presses"}[g.Turn%2]
						if how == "types" {
							v.types(user, "move", "square:"+square)
						} else if !v.presses(user, square, int(g.Turn)) {
							t.Fatalf("%s sees no button %s in\n%+v", user, square, v.messages())
						}
						synctest.Wait()
						if !until(time.Second, p.isDead) {
							t.Fatal("the program is not dead")
						}
						p = s.reborn()
						time.Sleep(time.Minute)
						synctest.Wait()
						is := s.standing(v)
						extra += max(is.boards-before, 0)
						if !is.newest || s.playing(v.Place()).Turn != g.Turn+1 {
							t.Errorf("a minute after a death when somebody %s there is %+v, stored is %+v:\n%+v", how, is, s.stored(v.Place()).Slots, v.messages())
						}
						if is.boards > before+1 || c.platform != slack.Platform && is.boards > 1 {
							t.Errorf("after a death when somebody %s there are %d boards, before %d", how, is.boards, before)
						}
					}
				}
				t.Logf("%d deaths, %d boards too many", long(20, 100), extra)
				if left := s.behind([]venue{s.venue(c.platform, 0)}); len(left) > 0 {
					t.Error("in the end the first board is behind")
				}
				if strings.Contains(s.log.String(), "panic") {
					t.Error(s.log.String())
				}
			})
		})
	}
}

// mortal has the next process die as the other says.
func (s *between) mortal(p *mortal) {
	s.around = p.way
	s.over = func(kept game.Store) game.Store { return mortalStore{kept, p} }
}

// reborn ends what is dead, and starts the program again.
func (s *between) reborn() *mortal {
	s.t.Helper()
	for _, way := range []http.RoundTripper{s.discord.Transport(), s.slack.Transport()} {
		way.(*http.Transport).CloseIdleConnections()
	}
	s.stop()
	p := &mortal{}
	s.mortal(p)
	s.start()
	return p
}
