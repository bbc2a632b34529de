package sim

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"othellobot/game"
)

func (s failingDue) Due(ctx context.Context, now, until time.Time, most int, prefixes []string) ([]game.Pending, error) {
	server := s.world.server
	return call(ctx, s.connection, "due", strings.Join(prefixes, " "), 0, func() (pending []game.Pending, err error) {
		err = server.transact(false, func() error {
			pending = server.takeDue(now, until, most, prefixes)
			for _, p := range pending {
				if p.Err != nil {
					return p.Err
				}
			}
			return nil
		})
		return pending, err
	})
}

func (s ownNewer) Load(ctx context.Context, at game.Place, delivery game.Delivery) (game.Room, game.Seen, error) {
	room, seen, err := s.connection.Load(ctx, at, delivery)
	for _, g := range room.Newer {
		room.Unreadable = append(room.Unreadable, g.ID)
	}
	room.Newer = nil
	return room, seen, err
}

func (s hastyCommit) Commit(ctx context.Context, c game.Change) ([]game.Slot, error) {
	server, by := s.world.server, attemptOf(ctx)
	_, err := call(ctx, s.connection, "check", string(c.Place)+c.Latest().Game.String(), c.Latest().Version, func() (_ []game.Slot, err error) {
		err = server.transact(false, func() error {
			if _, err := server.apply(c, true); err != nil {
				return err
			}
			return errConnection // for it to be taken back
		})
		if err == errConnection {
			err = nil
		}
		return nil, err
	})
	if err != nil {
		return nil, err
	}
	return call(ctx, s.connection, "commit", string(c.Place)+c.Latest().Game.String(), c.Latest().Version, func() (retired []game.Slot, err error) {
		err = server.transact(false, func() error {
			retired, err = server.apply(c, false)
			s.world.judge.committed(by, s.process, c)
			return err
		})
		return retired, err
	})
}

func (s blindNote) Note(ctx context.Context, n game.Note) (game.Standing, error) {
	return s.note(ctx, n, func() game.Standing {
		for _, slot := range s.world.server.slots[n.Game] {
			if slot.Name == n.Slot {
				n.Post = slot.Post
			}
		}
		return s.world.server.note(n)
	})
}

func (s forgetful) Commit(ctx context.Context, c game.Change) ([]game.Slot, error) {
	c.Delivery = ""
	return s.connection.Commit(ctx, c)
}

func (noRedraws) DueSlots(context.Context, time.Time, int, []string) ([]game.DueSlot, error) {
	return nil, nil
}

func (s hastyRedraws) DueSlots(ctx context.Context, now time.Time, most int, prefixes []string) ([]game.DueSlot, error) {
	server := s.world.server
	found, err := call(ctx, s.connection, "find slots", strings.Join(prefixes, " "), 0, func() ([]game.DueSlot, error) {
		return server.findSlots(now, most, prefixes), nil
	})
	if len(found) == 0 || err != nil {
		return nil, err
	}
	return call(ctx, s.connection, "due slots", strings.Join(prefixes, " "), 0, func() (taken []game.DueSlot, err error) {
		err = server.transact(false, func() error {
			for _, due := range found {
				if is := server.takeSlot(due.Slot, now); is.Due() {
					taken = append(taken, game.DueSlot{Place: due.Place, Slot: is})
				}
			}
			return nil
		})
		return taken, err
	})
}

func (s hastyAnswers) KeepPuzzler(ctx context.Context, p game.Puzzler) error {
	server, by := s.world.server, attemptOf(ctx)
	_, err := call(ctx, s.connection, "keep puzzler", string(p.Player), p.Version, func() (any, error) {
		return nil, server.transact(false, func() error {
			set(server.database, server.puzzlers, puzzlerKey{p.Player, p.Grade}, p)
			s.world.judge.tried(by, p)
			return nil
		})
	})
	return err
}

func (s silent) KeepPerson(ctx context.Context, p game.Person) error {
	p.Choices.Told, p.Choices.Older = 0, 0
	return s.connection.KeepPerson(ctx, p)
}

func (s firstDailies) DueDailies(ctx context.Context, now, until time.Time, most int, prefixes []string) ([]game.DueDaily, error) {
	found, err := s.connection.DueDailies(ctx, now, until, most, prefixes)
	for i := range found {
		found[i].Again = false
	}
	return found, err
}

func (s forgetfulRecords) Commit(ctx context.Context, c game.Change) ([]game.Slot, error) {
	server, by := s.world.server, attemptOf(ctx)
	return call(ctx, s.connection, "commit", string(c.Place)+c.Latest().Game.String(), c.Latest().Version, func() ([]game.Slot, error) {
		return server.commit(c, func() {
			s.world.judge.committed(by, s.process, c)
			for _, step := range c.Steps {
				if f, ends := step.Finishes(); ends && f.Level > 0 {
					unset(server.database, server.finished, f.Game)
				}
			}
		})
	})
}

func (s doubleEntries) Commit(ctx context.Context, c game.Change) ([]game.Slot, error) {
	server, by := s.world.server, attemptOf(ctx)
	return call(ctx, s.connection, "commit", string(c.Place)+c.Latest().Game.String(), c.Latest().Version, func() ([]game.Slot, error) {
		return server.commit(c, func() {
			s.world.judge.committed(by, s.process, c)
			for _, step := range c.Steps {
				if f, ends := step.Finishes(); ends && f.Rates() {
					f.Game++
					server.ladder(f.Tenant).Rate(&f)
					f.Black, f.White = game.Nobody, game.Nobody // for records not to show it
					set(server.database, server.finished, f.Game, f)
				}
			}
		})
	})
}

func (s lateEnds) Commit(ctx context.Context, c game.Change) ([]game.Slot, error) {
	server, by := s.world.server, attemptOf(ctx)
	return call(ctx, s.connection, "commit", string(c.Place)+c.Latest().Game.String(), c.Latest().Version, func() ([]game.Slot, error) {
		for i, step := range c.Steps {
			now, err := server.read(step.After.ID)
			if r := step.After.Result; err != nil || r == nil || r.Reason != game.TimedOut || now.Version == step.Before.Version {
				continue
			}
			ended := now
			ended.Version, ended.Phase, ended.Result, ended.At = now.Version+1, game.Over, step.After.Result, step.After.At
			c.Steps = slices.Clone(c.Steps)
			c.Steps[i].Before, c.Steps[i].After = &now, &ended
		}
		return server.commit(c, func() { s.world.judge.committed(by, s.process, c) })
	})
}

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

func (unmoved) Revive(context.Context, string) error { return nil }

func (sure) Doubtful(context.Context, time.Time, time.Time, int, []string) ([]game.Tombstone, error) {
	return nil, nil
}

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
