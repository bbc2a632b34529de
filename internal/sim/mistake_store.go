package sim

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"othellobot/game"
	"othellobot/store"
)

func (s failingDue) Due(ctx context.Context, now, until time.Time, most int, prefixes []string) ([]game.Pending, error) {
	return call(ctx, s.connection, "due", strings.Join(prefixes, " "), 0, func() ([]game.Pending, error) {
		pending, err := s.world.server.Due(ctx, now, until, most, prefixes)
		for _, p := range pending {
			err = cmp.Or(err, p.Err)
		}
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

// errFits says that a change would be stored, and has what was done for that taken back.
var errFits = errors.New("it fits")

func (s hastyCommit) Commit(ctx context.Context, c game.Change) ([]game.Slot, error) {
	_, err := call(ctx, s.connection, "check", string(c.Place)+c.Latest().Game.String(), c.Latest().Version, func() ([]game.Slot, error) {
		_, err := s.world.server.Commit(ctx, c)
		return nil, cmp.Or(err, errFits)
	})
	if !errors.Is(err, errFits) {
		return nil, err
	}
	return s.changed(ctx, c, func(now game.Game, step *game.Step) {
		s.world.server.Rewrite(now.ID, func(r *store.Row) { r.Game.Version = step.Before.Version }) // so that it fits
	})
}

// changed commits what comes of a change once it has arrived, where its games have changed.
func (c connection) changed(ctx context.Context, change game.Change, how func(now game.Game, s *game.Step)) ([]game.Slot, error) {
	return c.commit(ctx, change, func() game.Change {
		comes := change
		comes.Steps = slices.Clone(change.Steps)
		for i := range comes.Steps {
			s := &comes.Steps[i]
			if now, _, known := c.world.server.kept(s.After.ID); known && s.Before != nil && now.Version != s.Before.Version {
				how(now, s)
			}
		}
		return comes
	})
}

func (s blindNote) Note(ctx context.Context, n game.Note) (game.Standing, error) {
	return s.note(ctx, n, func() game.Note {
		_, slots, _ := s.world.server.kept(n.Game)
		for _, slot := range slots {
			if slot.Name == n.Slot {
				n.Post = slot.Post
			}
		}
		return n
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
	found, err := call(ctx, s.connection, "find slots", strings.Join(prefixes, " "), 0, func() (found []game.DueSlot, err error) {
		server.peek(func() { found, err = server.DueSlots(ctx, now, most, prefixes) })
		return found, err
	})
	if len(found) == 0 || err != nil {
		return nil, err
	}
	_, err = s.connection.DueSlots(ctx, now, most, prefixes)
	return found, err
}

func (s hastyAnswers) KeepPuzzler(ctx context.Context, p game.Puzzler) error {
	return s.keepPuzzler(ctx, p, func() game.Puzzler {
		stored, _ := s.world.server.Puzzler(ctx, p.Player, p.Grade)
		comes := p
		comes.Version = stored.Version + 1
		return comes
	})
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
	return s.commit(ctx, c, func() game.Change {
		comes := c
		comes.Steps = slices.Clone(c.Steps)
		for i, step := range c.Steps {
			if f, ends := step.Finishes(); ends && f.Level > 0 {
				comes.Steps[i].Before = &game.Game{Version: step.Before.Version, Phase: game.Over} // so that it ends nothing
			}
		}
		return comes
	})
}

func (s doubleEntries) Commit(ctx context.Context, c game.Change) ([]game.Slot, error) {
	return s.commit(ctx, c, func() game.Change {
		for _, step := range c.Steps {
			if f, ends := step.Finishes(); ends && f.Rates() {
				s.playAgain(ctx, step)
			}
		}
		return c
	})
}

// playAgain has the same game end in a place of its own.
func (s doubleEntries) playAgain(ctx context.Context, step game.Step) {
	before, after := *step.Before, *step.After
	for _, g := range []*game.Game{&before, &after} {
		g.ID, g.Place = g.ID+1, game.Place(string(g.Place.Tenant())+"elsewhere/")
	}
	for _, once := range []game.Step{{After: &before, Due: step.Due}, {Before: &before, After: &after, Due: step.Due}} {
		_, _ = s.world.server.Commit(ctx, game.Change{Place: after.Place, Steps: []game.Step{once}})
	}
}

func (s lateEnds) Commit(ctx context.Context, c game.Change) ([]game.Slot, error) {
	return s.changed(ctx, c, func(now game.Game, step *game.Step) {
		if r := step.After.Result; r == nil || r.Reason != game.TimedOut {
			return
		}
		ended := now
		ended.Version, ended.Phase, ended.Result, ended.At = now.Version+1, game.Over, step.After.Result, step.After.At
		step.Before, step.After = &now, &ended
	})
}

func (s purging) Bury(ctx context.Context, t game.Tombstone) error {
	return submit(ctx, s.connection, "bury", t.Prefix, 0, func() error {
		confirmed := t
		confirmed.Since = t.Confirm
		err := errors.Join(s.world.server.Bury(ctx, t), s.world.server.Bury(ctx, confirmed))
		_, failed := s.world.server.Purge(ctx, t.Confirm.Add(game.PurgeRest))
		return errors.Join(err, failed)
	})
}

func (unmoved) Revive(context.Context, string) error { return nil }

func (sure) Doubtful(context.Context, time.Time, time.Time, int, []string) ([]game.Tombstone, error) {
	return nil, nil
}

// Purge deletes what is kept of one channel, and puts back the games of all others.
func (s hasty) Purge(ctx context.Context, now time.Time) (bool, error) {
	server := s.world.server
	return call(ctx, s.connection, "purge", "", 0, func() (bool, error) {
		var left []store.Row
		for _, id := range slices.Sorted(maps.Keys(s.world.judge.matches)) {
			g, slots, known := server.kept(id)
			if known && server.room(g.Place).Condemned && g.Place != game.Place(s.world.sorted()[0].place.String()) {
				left = append(left, store.Row{Game: g, Slots: slots, Due: now.Add(timing.Retention).UnixMilli()})
			}
		}
		_, err := server.Purge(ctx, now.Add(game.PurgeRest))
		for _, row := range left {
			_, failed := server.Commit(ctx, game.Change{Place: row.Game.Place, Steps: []game.Step{{After: &row.Game, Due: row.Due}}})
			if err = errors.Join(err, failed); failed == nil {
				server.Rewrite(row.Game.ID, func(r *store.Row) { *r = row })
			}
		}
		return false, err
	})
}
