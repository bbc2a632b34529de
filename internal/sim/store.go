package sim

import (
	"context"
	"fmt"
	"strings"
	"time"

	"othellobot/game"
	"othellobot/people"
	"othellobot/rating"
)

func (c connection) Load(ctx context.Context, at game.Place, delivery game.Delivery) (game.Room, error) {
	return call(ctx, c, "load", string(at), 0, func() (game.Room, error) {
		if c.world.judge.newer[at] != 0 { // notes about messages sent there cannot be stored
			c.world.judge.excuseIn(at)
		}
		return c.world.server.Load(ctx, at, delivery)
	})
}

func (c connection) Save(ctx context.Context, change game.Change) error {
	return c.save(ctx, change, func(game.Room) game.Change { return change })
}

// save stores the change that onArrival returns when the call reaches the store. now is the room at that time.
func (c connection) save(ctx context.Context, change game.Change, onArrival func(now game.Room) game.Change) error {
	by, what := attemptOf(ctx), "save"
	if change.Async {
		what = asyncSave
	}
	return submit(ctx, c, what, aboutRoom(change.Room), uint32(change.Room.Version), func() error {
		before := c.world.server.room(change.Room.Place)
		stored := onArrival(before)
		err := c.world.server.Save(ctx, stored)
		if err == nil {
			c.world.judge.saved(by, c.process, before, stored)
		}
		return err
	})
}

// aboutRoom distinguishes changes of a room that are made at the same moment.
func aboutRoom(r game.Room) string { return string(r.Place) + " " + document(r) }

func (c connection) Versions(ctx context.Context, at []game.Place) (map[game.Place]int64, error) {
	return call(ctx, c, "versions", fmt.Sprint(at), 0, func() (map[game.Place]int64, error) { return c.world.server.Versions(ctx, at) })
}

func (c connection) Rooms(ctx context.Context, which game.RoomFilter, most int) ([]game.Room, error) {
	return call(ctx, c, "rooms", string(which.Player)+string(which.RunningIn), 0, func() ([]game.Room, error) {
		return c.world.server.Rooms(ctx, which, most)
	})
}

func (c connection) Past(ctx context.Context, which game.PastFilter, most int) ([]game.Past, error) {
	return call(ctx, c, "past", which.Game.String()+string(which.Player)+string(which.Place), 0, func() ([]game.Past, error) {
		return c.world.server.Past(ctx, which, most)
	})
}

func (c connection) Vote(ctx context.Context, v game.VoteChange) error {
	by := attemptOf(ctx)
	return submit(ctx, c, "vote", v.Game.String()+string(v.Voter)+v.Square.String(), uint32(v.Room), func() error {
		err := c.world.server.Vote(ctx, v)
		if err == nil {
			c.world.judge.voted(by)
		}
		return err
	})
}

func (c connection) Votes(ctx context.Context, id game.ID, from, to uint32) ([]game.Vote, error) {
	return call(ctx, c, "votes", id.String(), to, func() ([]game.Vote, error) { return c.world.server.Votes(ctx, id, from, to) })
}

func (c connection) Due(ctx context.Context, now, until time.Time, most int, prefixes []string) (game.Due, error) {
	return call(ctx, c, "due", strings.Join(prefixes, " "), 0, func() (game.Due, error) {
		return c.world.server.Due(ctx, now, until, most, prefixes)
	})
}

func (c connection) Next(ctx context.Context, prefixes []string) (time.Time, bool, error) {
	type next struct {
		at time.Time
		ok bool
	}
	n, err := call(ctx, c, "next", strings.Join(prefixes, " "), 0, func() (n next, err error) {
		n.at, n.ok, err = c.world.server.Next(ctx, prefixes)
		return n, err
	})
	return n.at, n.ok, err
}

func (c connection) ReserveDailyTimes(ctx context.Context, name string, n int, now time.Time) (time.Time, error) {
	return call(ctx, c, "pace", name, uint32(n), func() (time.Time, error) { return c.world.server.ReserveDailyTimes(ctx, name, n, now) })
}

func (c connection) LastPosted(ctx context.Context, t game.Tenant) (game.Day, error) {
	return call(ctx, c, "last posted", string(t), 0, func() (game.Day, error) { return c.world.server.LastPosted(ctx, t) })
}

func (c connection) Clean(ctx context.Context, now time.Time) (bool, error) {
	return call(ctx, c, "clean", "", 0, func() (bool, error) { return c.world.server.Clean(ctx, now) })
}

func (c connection) LoadDocument(ctx context.Context, p game.Player, kind people.Kind) (people.Document, error) {
	return call(ctx, c, string(kind), string(p), 0, func() (people.Document, error) { return c.world.server.LoadDocument(ctx, p, kind) })
}

func (c connection) Listed(ctx context.Context, list string, most int) ([]people.Document, error) {
	return call(ctx, c, "listed", list, 0, func() ([]people.Document, error) { return c.world.server.Listed(ctx, list, most) })
}

func (c connection) Solvers(ctx context.Context, at game.Place, grade uint8, number, most int) ([]people.Solver, error) {
	return call(ctx, c, "solvers", string(at), uint32(number), func() ([]people.Solver, error) {
		return c.world.server.Solvers(ctx, at, grade, number, most)
	})
}

func (c connection) SaveDocument(ctx context.Context, change people.Change) error {
	return c.keep(ctx, change, func() people.Change { return change })
}

func (c connection) keep(ctx context.Context, change people.Change, onArrival func() people.Change) error {
	by := attemptOf(ctx)
	about := string(change.Kind) + string(change.Player) + change.List + change.Doc
	return submit(ctx, c, "keep", about, uint32(change.Version), func() error {
		err := c.world.server.SaveDocument(ctx, onArrival())
		if err == nil && change.Kind == people.PuzzlesKind {
			c.world.judge.tried(by, change.Player, change.Tried.Grade)
		}
		return err
	})
}

func (c connection) Records(ctx context.Context, p game.Player) ([]game.Record, error) {
	return call(ctx, c, "records", string(p), 0, func() ([]game.Record, error) { return c.world.server.Records(ctx, p) })
}

func (c connection) Ratings(ctx context.Context, in game.Tenant, people ...game.Player) ([]game.Rating, []rating.Result, error) {
	type found struct {
		ratings []game.Rating
		met     []rating.Result
	}
	f, err := call(ctx, c, "ratings", string(in), 0, func() (f found, err error) {
		f.ratings, f.met, err = c.world.server.Ratings(ctx, in, people...)
		return f, err
	})
	return f.ratings, f.met, err
}

func (c connection) Top(ctx context.Context, in game.Tenant, since rating.Season, p game.Player, most int) (game.Top, error) {
	return call(ctx, c, "top", string(in), 0, func() (game.Top, error) { return c.world.server.Top(ctx, in, since, p, most) })
}

func (c connection) Bury(ctx context.Context, t game.Tombstone) error {
	return submit(ctx, c, "bury", t.Prefix, 0, func() error {
		c.world.judge.buried(t)
		return c.world.server.Bury(ctx, t)
	})
}

func (c connection) Revive(ctx context.Context, name string) error {
	return submit(ctx, c, "revive", name, 0, func() error { return c.world.server.Revive(ctx, name) })
}

func (c connection) Forget(ctx context.Context, p game.Player, now time.Time) (bool, error) {
	return call(ctx, c, "forget", string(p), 0, func() (bool, error) { return c.world.server.Forget(ctx, p, now) })
}

func (c connection) Annul(ctx context.Context, in game.Tenant, these game.Annulment) ([]game.Finished, error) {
	return call(ctx, c, "annul", string(in), 0, func() ([]game.Finished, error) { return c.world.server.Annul(ctx, in, these) })
}

func (c connection) SetHidden(ctx context.Context, in game.Tenant, p game.Player, hidden bool) error {
	return submit(ctx, c, "hide", string(in)+string(p), 0, func() error { return c.world.server.SetHidden(ctx, in, p, hidden) })
}
