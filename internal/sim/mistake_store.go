package sim

import (
	"cmp"
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"
	"time"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/people"
)

func (s changesDue) Due(ctx context.Context, now, until time.Time, most int, prefixes []string) (game.Due, error) {
	due, err := s.connection.Due(ctx, now, until, most, prefixes)
	return due, cmp.Or(err, s.alter(&due))
}

func failOnUnreadable(due *game.Due) error {
	if slices.ContainsFunc(due.Rooms, func(r game.Room) bool { return len(r.Unreadable) > 0 }) {
		*due = game.Due{}
		return errors.New("a game cannot be read")
	}
	return nil
}

func hideRedraws(due *game.Due) error {
	for i := range due.Rooms {
		slots := slices.Clone(due.Rooms[i].Slots)
		for n := range slots {
			slots[n].Redraw = 0
		}
		due.Rooms[i].Slots = slots
	}
	return nil
}

func hideClaims(due *game.Due) error {
	for i := range due.Rooms {
		due.Rooms[i].Posts.Claimed = 0
	}
	return nil
}

func hideTombstones(due *game.Due) error {
	due.Tombstones = nil
	return nil
}

func (s newerAsUnreadable) Load(ctx context.Context, at game.Place, delivery game.Delivery) (game.Room, error) {
	room, err := s.connection.Load(ctx, at, delivery)
	if room.Newer {
		room = game.ReadRoom(at, room.Version, []byte("written in a form that is not known"))
	}
	return room, err
}

// errFits ends a transaction that would succeed, so that it is undone.
var errFits = errors.New("it fits")

func (s checksThenSaves) Save(ctx context.Context, c game.Change) error {
	if c.Async != s.notes {
		return s.connection.Save(ctx, c)
	}
	err := submit(ctx, s.connection, "check", aboutRoom(c.Room), uint32(c.Room.Version), func() error {
		return cmp.Or(s.world.server.Save(ctx, c), errFits)
	})
	if !errors.Is(err, errFits) {
		return err
	}
	return s.save(ctx, c, func(now game.Room) game.Change {
		comes := c
		comes.Before, comes.Room.Version = now.Version, now.Version+1
		return comes
	})
}

func (h anyPost) Sent(ctx context.Context, shown chat.Subject, o chat.Outcome) (chat.Response, error) {
	about := string(shown.Game) + string(shown.Slot) + string(o.Ref)
	held, err := h.await(ctx, request{label: h.label(ctx, "held", about, shown.Version), begin: func(reply func(any)) {
		post := shown.Post
		id, _ := game.ParseID(string(shown.Game))
		_, slots, _ := h.world.storedGame(id)
		for _, slot := range slots {
			if slot.Name == game.SlotName(shown.Slot) {
				post = slot.Post
			}
		}
		h.world.after(0, func() { reply(post) })
	}})
	if err != nil {
		return chat.Response{}, err
	}
	shown.Post = held.(uint32)
	return h.Handler.Sent(ctx, shown, o)
}

var deliveries = regexp.MustCompile(`"deliveries":"[^"]*"`)

func (s dropsDeliveries) Load(ctx context.Context, at game.Place, delivery game.Delivery) (game.Room, error) {
	room, err := s.connection.Load(ctx, at, delivery)
	forgot := game.ReadRoom(at, room.Version, deliveries.ReplaceAll([]byte(document(room)), []byte(`"deliveries":""`)))
	forgot.Threads, forgot.HasTombstone, forgot.Condemned = room.Threads, room.HasTombstone, room.Condemned
	return forgot, err
}

func (s claimsAnyway) Due(ctx context.Context, now, until time.Time, most int, prefixes []string) (game.Due, error) {
	due, err := call(ctx, s.connection, "look", strings.Join(prefixes, " "), 0, func() (game.Due, error) {
		due, err := s.world.server.Due(ctx, now, until, most, prefixes)
		return due, cmp.Or(err, errFits) // undoes the claims
	})
	if errors.Is(err, errFits) {
		err = nil
	}
	return due, err
}

func (s claimsAnyway) Save(ctx context.Context, c game.Change) error {
	if err := s.connection.Save(ctx, c); !errors.Is(err, game.ErrStale) || !claims(c) {
		return err
	}
	return nil
}

func (s dropsClaims) Save(ctx context.Context, c game.Change) error {
	if claims(c) {
		return nil
	}
	return s.connection.Save(ctx, c)
}

// claims reports whether a change claims a message in order to redraw it.
func claims(c game.Change) bool {
	return slices.ContainsFunc(c.Room.Slots, func(s game.Slot) bool {
		before := game.Slot{Tries: s.Tries - 1}
		return s.Tries > 0 && before.ClaimRedraw(c.Now).Redraw == s.Redraw
	})
}

func (s changesSave) Save(ctx context.Context, c game.Change) error {
	return s.save(ctx, c, func(now game.Room) game.Change {
		comes := c
		comes.Steps = slices.Clone(c.Steps)
		s.alter(s.world, now, &comes)
		return comes
	})
}

func postponeDue(_ *world, _ game.Room, c *game.Change) {
	if c.Async && c.Due < game.Never {
		c.Due += time.Hour.Milliseconds()
	}
}

func uncount(_ *world, _ game.Room, c *game.Change) {
	for i, step := range c.Steps {
		if f, ends := step.Finishes(); ends && f.Level > 0 {
			c.Steps[i].Before = &game.Game{Version: step.Before.Version, Phase: game.Over} // the step no longer ends a game
		}
	}
}

func playAgain(w *world, _ game.Room, c *game.Change) {
	for _, step := range c.Steps {
		if f, ends := step.Finishes(); !ends || !f.IsRated() {
			continue
		}
		before, after := *step.Before, *step.After
		after.ID++
		after.Place = game.Place(string(after.Place.Tenant()) + after.ID.String() + "/")
		before.ID, before.Place = after.ID, after.Place
		_ = w.server.Save(context.Background(), game.Change{
			Room: game.Room{Place: after.Place, Version: 1, Last: &after}, Due: c.Due, Now: c.Now,
			Steps: []game.Step{{Before: &before, After: &after}}, Past: []game.Past{{Game: after}},
		})
	}
}

func endAnyway(_ *world, room game.Room, c *game.Change) {
	for _, step := range c.Steps {
		now, found := room.Find(step.After.ID)
		r := step.After.Result
		if !found || step.Before == nil || now.Version == step.Before.Version || r == nil || r.Reason != game.TimedOut {
			continue
		}
		ended := now
		ended.Version, ended.Phase, ended.Result, ended.At = now.Version+1, game.Over, r, step.After.At
		c.Before, c.Room, c.Past = room.Version, room.WithGame(&ended), []game.Past{{Game: ended}}
		c.Room.Version++
		c.Steps = []game.Step{{Before: &now, After: &ended}}
	}
}

func (s overwritesAnswers) SaveDocument(ctx context.Context, c people.Change) error {
	return s.keep(ctx, c, func() people.Change {
		comes := c
		if c.Kind == people.PuzzlesKind {
			stored, _ := s.world.server.LoadDocument(ctx, c.Player, c.Kind)
			comes.Before, comes.Version = stored.Version, stored.Version+1
		}
		return comes
	})
}

var lastMentions = regexp.MustCompile(`"(told|older)":\d+`)

func (s forgetsMentions) SaveDocument(ctx context.Context, c people.Change) error {
	c.Doc = lastMentions.ReplaceAllString(c.Doc, `"$1":0`)
	return s.connection.SaveDocument(ctx, c)
}

func (s purgesAtOnce) Bury(ctx context.Context, t game.Tombstone) error {
	return submit(ctx, s.connection, "bury", t.Prefix, 0, func() error {
		confirmed := t
		confirmed.Since = t.Confirm
		err := errors.Join(s.world.server.Bury(ctx, t), s.world.server.Bury(ctx, confirmed))
		return errors.Join(err, s.cleanAll(ctx, t.Confirm))
	})
}

func (c connection) cleanAll(ctx context.Context, now time.Time) error {
	for {
		if more, err := c.world.server.Clean(ctx, now.Add(game.PurgeGrace)); !more || err != nil {
			return err
		}
	}
}

func (ignoresRevive) Revive(context.Context, string) error { return nil }

// Clean deletes the data of one channel and puts back the rooms of all others.
func (s purgesOnce) Clean(ctx context.Context, now time.Time) (bool, error) {
	return call(ctx, s.connection, "clean", "", 0, func() (bool, error) {
		var left []game.Change
		for _, c := range s.world.sortedChannels()[1:] {
			if room := s.world.server.room(game.Place(c.place.String())); room.Condemned && room.Version > 0 {
				room.Version = 1
				left = append(left, game.Change{Room: room, Due: now.Add(timing.Retention).UnixMilli(), Now: now})
			}
		}
		err := s.cleanAll(ctx, now)
		for _, c := range left {
			err = errors.Join(err, s.world.server.Save(ctx, c))
		}
		return false, err
	})
}
