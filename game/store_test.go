package game

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// uncalled are the methods of a store that these tests do not call.
type uncalled struct{ Store }

// fakeStore keeps everything that it is given for ever, and fails the test if a
// change contradicts itself. Its hooks run before anything is read or stored, while
// others may use the store; what they return is the answer unless it is nil.
type fakeStore struct {
	uncalled
	puzzlesOf
	exercisesOf
	t        testing.TB
	onLoad   func(context.Context) error
	onCommit func(context.Context, Change) error

	mu      sync.Mutex
	rooms   map[Place]Room
	games   map[ID]*Game // the newest version of all that ever were
	due     map[ID]int64
	seen    map[Delivery]GameVersion
	changes []Change // all that were stored
	leaving []Player // on whom tombstones stand
	onBury  error
	loads   int
}

func newFakeStore(t testing.TB) *fakeStore {
	return &fakeStore{
		t: t, rooms: map[Place]Room{}, games: map[ID]*Game{}, due: map[ID]int64{}, seen: map[Delivery]GameVersion{},
		onLoad:   func(context.Context) error { return nil },
		onCommit: func(context.Context, Change) error { return nil },
	}
}

func (s *fakeStore) Load(ctx context.Context, at Place, delivery Delivery) (Room, Seen, error) {
	if err := errors.Join(ctx.Err(), s.onLoad(ctx)); err != nil {
		return Room{}, Seen{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.loads++
	made, known := s.seen[delivery]
	return s.room(at), Seen{known, made}, nil
}

// room is a copy of a room that shares no list with it. The lock is held.
func (s *fakeStore) room(at Place) Room {
	r := s.rooms[at]
	r.Place = at
	r.Challenges, r.Slots, r.Unreadable = slices.Clone(r.Challenges), slices.Clone(r.Slots), slices.Clone(r.Unreadable)
	return r
}

func (s *fakeStore) Commit(ctx context.Context, c Change) ([]Slot, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := s.onCommit(ctx, c); err != nil {
		return nil, err
	}
	return s.store(c)
}

func (s *fakeStore) store(c Change) ([]Slot, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, known := s.seen[c.Delivery]; known {
		return nil, ErrDuplicate
	}
	room := s.room(c.Place)
	for _, step := range c.Steps {
		stored := s.games[step.After.ID]
		switch {
		case (step.Before == nil) != (stored == nil), stored != nil && stored.Version != step.Before.Version:
			return nil, ErrStale
		case step.After.Phase == Playing && room.Active != nil && room.Active.ID != step.After.ID:
			return nil, ErrStale
		case step.Before == nil && room.challengeOf(step.After) != nil:
			return nil, ErrStale
		case step.After.Place != c.Place, step.Before == nil && step.After.Version != 1:
			s.t.Errorf("a step to %+v in %s", step.After, c.Place)
		case step.Before != nil && !step.Before.equal(stored):
			s.t.Errorf("a step from another game than\n%+v:\n%+v", stored, step.Before)
		case step.Before != nil && step.After.Version != stored.Version+1 && !step.After.equal(stored):
			s.t.Errorf("a step from version %d to %d", stored.Version, step.After.Version)
		}
		if stored == nil || room.find(stored.ID) != nil {
			room = room.With(step.After)
		}
	}
	room.Unreadable = slices.DeleteFunc(room.Unreadable, func(id ID) bool { return slices.Contains(c.Discard, id) })
	if c.Settings != nil {
		room.Settings = *c.Settings
	}
	var before []Slot
	for _, change := range c.Slots {
		if !c.changes(change.Game) {
			s.t.Errorf("a slot of another game: %+v", change)
		}
		old, held := room.Slot(change.Game, change.Name)
		if held {
			before = append(before, old)
			room.Slots = slices.DeleteFunc(room.Slots, func(s Slot) bool { return s == old })
		}
		if now, held := old.Changed(change, c.Now); held {
			room.Slots = append(room.Slots, now)
		}
	}
	for _, step := range c.Steps {
		s.games[step.After.ID], s.due[step.After.ID] = step.After, step.Due
	}
	if c.Delivery != "" {
		s.seen[c.Delivery] = c.Latest()
	}
	s.rooms[c.Place] = room
	s.changes = append(s.changes, c)
	return before, nil
}

func (s *fakeStore) Note(_ context.Context, n Note) (Standing, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	room := s.room(n.Place)
	old, _ := room.Slot(n.Game, n.Slot)
	noted, standing := old.Noted(n)
	if i := slices.Index(room.Slots, old); i >= 0 {
		room.Slots[i] = noted
		s.rooms[n.Place] = room
	}
	return standing, nil
}

func (s *fakeStore) Named(_ context.Context, p Player) (named []Game, _ error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, g := range s.games {
		if slices.Contains(g.Players(), p) {
			named = append(named, *g)
		}
	}
	return named, nil
}

func (s *fakeStore) Due(_ context.Context, now, until time.Time, most int, prefixes []string) (pending []Pending, _ error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, g := range s.games {
		if s.waits(g, prefixes) && s.due[id] <= now.UnixMilli() {
			pending = append(pending, Pending{Game: *g, Pings: s.rooms[g.Place].Settings.Pings})
		}
	}
	slices.SortFunc(pending, func(a, b Pending) int {
		return cmp.Or(cmp.Compare(s.due[a.Game.ID], s.due[b.Game.ID]), cmp.Compare(a.Game.ID, b.Game.ID))
	})
	pending = pending[:min(most, len(pending))]
	for _, p := range pending {
		s.due[p.Game.ID] = until.UnixMilli()
	}
	return pending, nil
}

func (s *fakeStore) DueSlots(_ context.Context, now time.Time, most int, prefixes []string) (taken []DueSlot, _ error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for at, room := range s.rooms {
		room = s.room(at)
		for i, slot := range room.Slots {
			if len(taken) < most && slot.Redraw > 0 && slot.Redraw <= now.UnixMilli() && within(at, prefixes) {
				if room.Slots[i] = slot.Redrawn(now); room.Slots[i].Due() {
					taken = append(taken, DueSlot{at, room.Slots[i]})
				}
			}
		}
		s.rooms[at] = room
	}
	return taken, nil
}

func (s *fakeStore) Drawn(_ context.Context, id ID) (Game, []Slot, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if g := s.games[id]; g != nil {
		return *g, nil, nil
	}
	return Game{}, nil, ErrUnknown
}

func (s *fakeStore) Next(_ context.Context, prefixes []string) (next time.Time, ok bool, _ error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, g := range s.games {
		if at := time.UnixMilli(s.due[id]); s.waits(g, prefixes) && (!ok || at.Before(next)) {
			next, ok = at, true
		}
	}
	return next, ok, nil
}

// waits reports whether something will be due for a game in one of the places.
func (s *fakeStore) waits(g *Game, prefixes []string) bool {
	return g.Phase != Over && within(g.Place, prefixes)
}

func within(at Place, prefixes []string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(string(at), p) })
}

func (s *fakeStore) Duels(context.Context, Player, time.Time) (Duels, error) { return Duels{}, errDown }

func (s *fakeStore) RunningIn(context.Context, Place, int) ([]Unfinished, error) {
	return nil, errDown
}

func (s *fakeStore) Unfinished(context.Context, Player, int) ([]Unfinished, error) {
	return nil, errDown
}

func (s *fakeStore) Finished(context.Context, ID) (Finished, error) { return Finished{}, errDown }

func (s *fakeStore) Records(context.Context, Player) ([]Record, error) { return nil, errDown }

func (s *fakeStore) Strike(context.Context, Player, time.Time) (bool, error) { return false, nil }

func (s *fakeStore) Vote(context.Context, Cast) error { return errDown }

func (s *fakeStore) Votes(context.Context, ID, uint32, uint32) ([]Vote, error) { return nil, errDown }

func (s *fakeStore) ForgetVotes(context.Context, Player) error { return nil }

// Bury keeps no tombstones but those on people.
func (s *fakeStore) Bury(_ context.Context, t Tombstone) error {
	if t.Loss != LossOfPerson {
		return errDown
	}
	s.leaving = append(s.leaving, t.Person())
	return s.onBury
}

func (s *fakeStore) Revive(_ context.Context, name string) error {
	left := slices.DeleteFunc(slices.Clone(s.leaving), func(p Player) bool { return onPerson(p, noon).Prefix == name })
	if len(left) == len(s.leaving) {
		return errDown
	}
	s.leaving = left
	return nil
}

func (s *fakeStore) Doubtful(context.Context, time.Time, time.Time, int, []string) ([]Tombstone, error) {
	return nil, errDown
}

func (s *fakeStore) Purge(context.Context, time.Time) (bool, error) { return false, errDown }

func (s *fakeStore) Scrub(context.Context) error { return nil }

func (s *fakeStore) Clean(context.Context, time.Time) error { return errDown }
