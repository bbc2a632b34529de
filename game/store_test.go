package game

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

type uncalled struct{ Store }

// fakeStore stores rooms as documents, and every finished game. Its hooks run before anything is
// read or stored, without the lock. If a hook returns an error, the store returns it.
type fakeStore struct {
	uncalled
	t      testing.TB
	onLoad func(context.Context) error
	onSave func(context.Context, Change) error

	mu         sync.Mutex
	rooms      map[Place]fakeRoom
	past       map[ID]Past
	names      map[NameChange]bool
	changes    []Change    // all stored changes
	leaving    []Player    // players with a tombstone
	tombstones []Tombstone // tombstones that are due
	onBury     error
	loads      int
	free       int64 // time of the next free moment for a daily puzzle
}

type fakeRoom struct {
	version int64
	due     int64
	text    []byte
}

func newFakeStore(t testing.TB) *fakeStore {
	return &fakeStore{
		t: t, rooms: map[Place]fakeRoom{}, past: map[ID]Past{}, names: map[NameChange]bool{},
		onLoad: func(context.Context) error { return nil },
		onSave: func(context.Context, Change) error { return nil },
	}
}

func (s *fakeStore) Load(ctx context.Context, at Place, _ Delivery) (Room, error) {
	if err := errors.Join(ctx.Err(), s.onLoad(ctx)); err != nil {
		return Room{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.loads++
	return s.read(at), nil
}

func (s *fakeStore) read(at Place) Room {
	kept, ok := s.rooms[at]
	if !ok {
		return Room{Place: at}
	}
	return ReadRoom(at, kept.version, kept.text)
}

func (s *fakeStore) Save(ctx context.Context, c Change) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := s.onSave(ctx, c); err != nil {
		return err
	}
	return s.store(c)
}

func (s *fakeStore) store(c Change) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	at := c.Room.Place
	before := s.rooms[at]
	if before.version != c.Before {
		return ErrStale
	}
	text, err := c.Room.MarshalJSON()
	if err != nil {
		return err
	}
	for _, step := range c.Steps {
		if step.After.Place != at || step.Before == nil && step.After.Version != 1 {
			s.t.Errorf("a step to %+v in %s", step.After, at)
		}
	}
	due := c.Due
	if before.version > 0 {
		due = c.StoredDue(before.due)
	}
	s.rooms[at] = fakeRoom{c.Room.Version, due, text}
	if c.Due == Never {
		delete(s.rooms, at)
	}
	for _, p := range c.Past {
		if s.past[p.Game.ID] = p; p.Deleted {
			delete(s.past, p.Game.ID)
			maps.DeleteFunc(s.names, func(n NameChange, _ bool) bool { return n.Game == p.Game.ID })
		}
	}
	for _, n := range c.Names {
		if !n.Removed {
			s.names[n] = true
			continue
		}
		maps.DeleteFunc(s.names, func(m NameChange, _ bool) bool {
			return m.Game == n.Game && (n.Player == Nobody || m.Player == n.Player)
		})
	}
	s.changes = append(s.changes, c)
	return nil
}

// overtake stores the next version of the running game of a place, as another process would.
func (s *fakeStore) overtake(at Place) error {
	s.mu.Lock()
	r := s.read(at)
	s.mu.Unlock()
	next := *r.Active
	next.Version++
	c := r.newChange(noon)
	c.step(r.Active, &next)
	c.finish(timing)
	return s.store(c)
}

func (s *fakeStore) once(do func(Change) error) {
	s.onSave = func(_ context.Context, c Change) error {
		s.onSave = func(context.Context, Change) error { return nil }
		return do(c)
	}
}

func (s *fakeStore) game(id ID) Game {
	s.mu.Lock()
	defer s.mu.Unlock()
	for at := range s.rooms {
		if g, ok := s.read(at).FindStored(id); ok {
			return g
		}
	}
	return s.past[id].Game
}

// edit replaces texts in the document of a place, in ways that no table would.
func (s *fakeStore) edit(at Place, replace ...string) {
	kept := s.rooms[at]
	kept.text = []byte(strings.NewReplacer(replace...).Replace(string(kept.text)))
	s.rooms[at] = kept
}

func (s *fakeStore) due(at Place) time.Time { return time.UnixMilli(s.rooms[at].due) }

func (s *fakeStore) Versions(_ context.Context, at []Place) (map[Place]int64, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	versions := make(map[Place]int64)
	for _, place := range at {
		if r := s.read(place); r.Version > 0 {
			versions[place] = r.Version
		}
	}
	return versions, nil
}

func (s *fakeStore) Rooms(_ context.Context, which RoomFilter, most int) (found []Room, _ error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, at := range slices.Sorted(maps.Keys(s.rooms)) {
		r := s.read(at)
		channel, threaded := at.Channel()
		switch {
		case which.RunningIn != "":
			if r.Active != nil && (at == which.RunningIn || threaded && channel == which.RunningIn) {
				found = append(found, r)
			}
		case r.NamesPlayer(which.Player):
			found = append(found, r)
		}
	}
	return found[:min(most, len(found))], nil
}

func (s *fakeStore) Past(_ context.Context, which PastFilter, most int) (found []Past, _ error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, p := range s.past {
		named := which.Player != Nobody && s.names[NameChange{Player: which.Player, Game: id}]
		if id == which.Game || named {
			found = append(found, p)
		}
	}
	slices.SortFunc(found, func(a, b Past) int { return cmp.Compare(a.Game.ID, b.Game.ID) })
	return found[:min(most, len(found))], nil
}

func (s *fakeStore) Due(_ context.Context, now, until time.Time, most int, prefixes []string) (due Due, _ error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	due.Tombstones = s.tombstones
	places := slices.DeleteFunc(slices.Sorted(maps.Keys(s.rooms)), func(at Place) bool {
		return !within(at, prefixes) || s.rooms[at].due > now.UnixMilli()
	})
	slices.SortStableFunc(places, func(a, b Place) int { return cmp.Compare(s.rooms[a].due, s.rooms[b].due) })
	for _, at := range places[:min(most, len(places))] {
		room, kept := s.read(at), s.rooms[at]
		if kept.due = room.Due(timing); kept.due <= now.UnixMilli() {
			kept.due = until.UnixMilli()
			due.Rooms = append(due.Rooms, room)
		}
		s.rooms[at] = kept
	}
	return due, nil
}

func (s *fakeStore) Next(_ context.Context, prefixes []string) (next time.Time, ok bool, _ error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for place, kept := range s.rooms {
		if at := time.UnixMilli(kept.due); within(place, prefixes) && (!ok || at.Before(next)) {
			next, ok = at, true
		}
	}
	return next, ok, nil
}

func (s *fakeStore) ReserveDailyTimes(_ context.Context, _ string, n int, now time.Time) (time.Time, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	first, next := DailyTimes(s.free, n, now)
	s.free = next
	return time.UnixMilli(first), nil
}

func within(at Place, prefixes []string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(string(at), p) })
}

func (s *fakeStore) Vote(context.Context, VoteChange) error { return errDown }

func (s *fakeStore) Votes(context.Context, ID, uint32, uint32) ([]Vote, error) { return nil, errDown }

func (s *fakeStore) Forget(context.Context, Player, time.Time) (bool, error) { return false, nil }

// Bury accepts only tombstones on people.
func (s *fakeStore) Bury(_ context.Context, t Tombstone) error {
	if t.Loss != LossOfPerson {
		return errDown
	}
	s.leaving = append(s.leaving, t.Person())
	return s.onBury
}

func (s *fakeStore) Revive(_ context.Context, name string) error {
	left := slices.DeleteFunc(slices.Clone(s.leaving), func(p Player) bool { return PersonTombstone(p, noon).Prefix == name })
	if len(left) == len(s.leaving) {
		return errDown
	}
	s.leaving = left
	return nil
}
