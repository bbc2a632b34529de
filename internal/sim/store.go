package sim

import (
	"context"
	"strings"
	"time"

	"othellobot/game"
	"othellobot/rating"
)

func (c connection) Load(ctx context.Context, at game.Place, delivery game.Delivery) (game.Room, game.Seen, error) {
	type found struct {
		room game.Room
		seen game.Seen
	}
	f, err := call(ctx, c, "load", string(at), 0, func() (f found, err error) {
		f.room, f.seen, err = c.world.server.Load(ctx, at, delivery)
		return f, err
	})
	return f.room, f.seen, err
}

func (c connection) Commit(ctx context.Context, change game.Change) ([]game.Slot, error) {
	return c.commit(ctx, change, func() game.Change { return change })
}

// commit commits what comes of a change once it has arrived.
func (c connection) commit(ctx context.Context, change game.Change, comes func() game.Change) ([]game.Slot, error) {
	by, makes := attemptOf(ctx), change.Latest()
	return call(ctx, c, "commit", string(change.Place)+makes.Game.String(), makes.Version, func() ([]game.Slot, error) {
		stored := comes()
		held, err := c.world.server.Commit(ctx, stored)
		if err == nil {
			c.world.judge.committed(by, c.process, stored)
		}
		return held, err
	})
}

func (c connection) Note(ctx context.Context, n game.Note) (game.Standing, error) {
	return c.note(ctx, n, func() game.Note { return n })
}

// note notes what comes of a note once it has arrived.
func (c connection) note(ctx context.Context, n game.Note, comes func() game.Note) (game.Standing, error) {
	return call(ctx, c, "note", string(n.Place)+string(n.Slot)+string(n.Ref), n.Shown, func() (game.Standing, error) {
		standing, err := c.world.server.Note(ctx, comes())
		c.world.judge.noted(n)
		return standing, err
	})
}

func (c connection) Duels(ctx context.Context, p game.Player, now time.Time) (game.Duels, error) {
	return call(ctx, c, "duels", string(p), 0, func() (game.Duels, error) { return c.world.server.Duels(ctx, p, now) })
}

func (c connection) Unfinished(ctx context.Context, p game.Player, most int) ([]game.Unfinished, error) {
	return call(ctx, c, "unfinished", string(p), 0, func() ([]game.Unfinished, error) { return c.world.server.Unfinished(ctx, p, most) })
}

func (c connection) RunningIn(ctx context.Context, channel game.Place, most int) ([]game.Unfinished, error) {
	return call(ctx, c, "running", string(channel), 0, func() ([]game.Unfinished, error) { return c.world.server.RunningIn(ctx, channel, most) })
}

func (c connection) Finished(ctx context.Context, id game.ID) (game.Finished, error) {
	return call(ctx, c, "finished", id.String(), 0, func() (game.Finished, error) { return c.world.server.Finished(ctx, id) })
}

func (c connection) Records(ctx context.Context, p game.Player) ([]game.Record, error) {
	return call(ctx, c, "records", string(p), 0, func() ([]game.Record, error) { return c.world.server.Records(ctx, p) })
}

func (c connection) Strike(ctx context.Context, p game.Player, now time.Time) (bool, error) {
	return call(ctx, c, "strike", string(p), 0, func() (bool, error) { return c.world.server.Strike(ctx, p, now) })
}

func (c connection) Named(ctx context.Context, p game.Player) ([]game.Game, error) {
	return call(ctx, c, "named", string(p), 0, func() ([]game.Game, error) { return c.world.server.Named(ctx, p) })
}

func (c connection) Due(ctx context.Context, now, until time.Time, most int, prefixes []string) ([]game.Pending, error) {
	return call(ctx, c, "due", strings.Join(prefixes, " "), 0, func() ([]game.Pending, error) {
		return c.world.server.Due(ctx, now, until, most, prefixes)
	})
}

func (c connection) DueSlots(ctx context.Context, now time.Time, most int, prefixes []string) ([]game.DueSlot, error) {
	return call(ctx, c, "due slots", strings.Join(prefixes, " "), 0, func() ([]game.DueSlot, error) {
		return c.world.server.DueSlots(ctx, now, most, prefixes)
	})
}

func (c connection) Drawn(ctx context.Context, id game.ID) (game.Game, []game.Slot, error) {
	type drawn struct {
		game  game.Game
		slots []game.Slot
	}
	d, err := call(ctx, c, "drawn", id.String(), 0, func() (d drawn, err error) {
		d.game, d.slots, err = c.world.server.Drawn(ctx, id)
		return d, err
	})
	return d.game, d.slots, err
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

func (c connection) Puzzler(ctx context.Context, p game.Player, grade uint8) (game.Puzzler, error) {
	return call(ctx, c, "puzzler", string(p), uint32(grade), func() (game.Puzzler, error) { return c.world.server.Puzzler(ctx, p, grade) })
}

func (c connection) KeepPuzzler(ctx context.Context, p game.Puzzler) error {
	return c.keepPuzzler(ctx, p, func() game.Puzzler { return p })
}

// keepPuzzler keeps what comes of a puzzler once they have arrived.
func (c connection) keepPuzzler(ctx context.Context, p game.Puzzler, comes func() game.Puzzler) error {
	by := attemptOf(ctx)
	return submit(ctx, c, "keep puzzler", string(p.Player), p.Version, func() error {
		err := c.world.server.KeepPuzzler(ctx, comes())
		if err == nil {
			c.world.judge.tried(by, p)
		}
		return err
	})
}

func (c connection) Person(ctx context.Context, p game.Player) (game.Person, error) {
	return call(ctx, c, "person", string(p), 0, func() (game.Person, error) { return c.world.server.Person(ctx, p) })
}

func (c connection) KeepPerson(ctx context.Context, p game.Person) error {
	return submit(ctx, c, "keep person", string(p.Player), p.Version, func() error { return c.world.server.KeepPerson(ctx, p) })
}

func (c connection) Listed(ctx context.Context, list string, most int) ([]game.Person, error) {
	return call(ctx, c, "listed", list, 0, func() ([]game.Person, error) { return c.world.server.Listed(ctx, list, most) })
}

func (c connection) ForgetPerson(ctx context.Context, p game.Player) error {
	return submit(ctx, c, "forget person", string(p), 0, func() error { return c.world.server.ForgetPerson(ctx, p) })
}

func (c connection) Solvers(ctx context.Context, at game.Place, grade uint8, number, most int) ([]game.Solver, error) {
	return call(ctx, c, "solvers", string(at), uint32(number), func() ([]game.Solver, error) {
		return c.world.server.Solvers(ctx, at, grade, number, most)
	})
}

func (c connection) Exercises(ctx context.Context, p game.Player) ([]game.Exercise, error) {
	return call(ctx, c, "exercises", string(p), 0, func() ([]game.Exercise, error) { return c.world.server.Exercises(ctx, p) })
}

func (c connection) KeepExercises(ctx context.Context, keep, drop []game.Exercise) error {
	return submit(ctx, c, "keep exercises", string(keep[0].Player), keep[0].Version, func() error {
		return c.world.server.KeepExercises(ctx, keep, drop)
	})
}

func (c connection) ForgetExercises(ctx context.Context, p game.Player) error {
	return submit(ctx, c, "forget exercises", string(p), 0, func() error { return c.world.server.ForgetExercises(ctx, p) })
}

func (c connection) DueDailies(ctx context.Context, now, until time.Time, most int, prefixes []string) ([]game.DueDaily, error) {
	if !c.holds(ctx, func() bool { return len(c.world.server.dailies(ever, "")) > 0 }) {
		return nil, ctx.Err()
	}
	return call(ctx, c, "due dailies", strings.Join(prefixes, " "), 0, func() ([]game.DueDaily, error) {
		return c.world.server.DueDailies(ctx, now, until, most, prefixes)
	})
}

func (c connection) Posted(ctx context.Context, p game.Posted) (bool, error) {
	return call(ctx, c, "posted", string(p.Place), uint32(p.Day), func() (bool, error) { return c.world.server.Posted(ctx, p) })
}

func (c connection) Asked(ctx context.Context, at game.Place, day game.Day) error {
	return submit(ctx, c, "asked", string(at), uint32(day), func() error { return c.world.server.Asked(ctx, at, day) })
}

func (c connection) Ended(ctx context.Context, at game.Place, from, to time.Time, most int) ([]game.Game, error) {
	return call(ctx, c, "ended", string(at), 0, func() ([]game.Game, error) { return c.world.server.Ended(ctx, at, from, to, most) })
}

func (c connection) LastPosted(ctx context.Context, t game.Tenant) (game.Day, error) {
	return call(ctx, c, "last posted", string(t), 0, func() (game.Day, error) { return c.world.server.LastPosted(ctx, t) })
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

func (c connection) Doubtful(ctx context.Context, now, until time.Time, most int, prefixes []string) ([]game.Tombstone, error) {
	if !c.holds(ctx, func() bool { return len(c.world.server.doubts()) > 0 }) {
		return nil, ctx.Err()
	}
	return call(ctx, c, "doubtful", strings.Join(prefixes, " "), 0, func() ([]game.Tombstone, error) {
		return c.world.server.Doubtful(ctx, now, until, most, prefixes)
	})
}

func (c connection) Purge(ctx context.Context, now time.Time) (bool, error) {
	if !c.holds(ctx, c.world.anyCondemned) {
		return false, ctx.Err()
	}
	return call(ctx, c, "purge", "", 0, func() (bool, error) { return c.world.server.Purge(ctx, now) })
}

// holds reports whether something is true of the store. It asks what a runner asks
// every few seconds, so that no fault is drawn for it.
func (c connection) holds(ctx context.Context, of func() bool) bool {
	found, err := c.await(ctx, request{label: c.label(ctx, "holds", "", 0), begin: func(reply func(any)) {
		holds := of()
		c.world.after(0, func() { reply(holds) })
	}})
	return err == nil && found.(bool)
}

func (c connection) Scrub(context.Context) error { return nil }

func (c connection) Clean(ctx context.Context, now time.Time) error {
	return submit(ctx, c, "clean", "", 0, func() error { return c.world.server.Clean(ctx, now) })
}

func (c connection) Vote(ctx context.Context, v game.Cast) error {
	by := attemptOf(ctx)
	return submit(ctx, c, "vote", v.Game.String()+string(v.Voter)+v.Square.String(), v.Version, func() error {
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

func (c connection) ForgetVotes(ctx context.Context, p game.Player) error {
	return submit(ctx, c, "forget votes", string(p), 0, func() error { return c.world.server.ForgetVotes(ctx, p) })
}

func (c connection) Ratings(ctx context.Context, in game.Tenant, people ...game.Player) ([]game.Rating, error) {
	return call(ctx, c, "ratings", string(in), 0, func() ([]game.Rating, error) { return c.world.server.Ratings(ctx, in, people...) })
}

func (c connection) Met(ctx context.Context, in game.Tenant, one, other game.Player) ([]rating.Result, error) {
	return call(ctx, c, "met", string(in), 0, func() ([]rating.Result, error) { return c.world.server.Met(ctx, in, one, other) })
}

func (c connection) Top(ctx context.Context, in game.Tenant, since rating.Season, p game.Player, most int) (game.Top, error) {
	return call(ctx, c, "top", string(in), 0, func() (game.Top, error) { return c.world.server.Top(ctx, in, since, p, most) })
}

func (c connection) Hide(ctx context.Context, in game.Tenant, p game.Player, hidden bool) error {
	return submit(ctx, c, "hide", string(p), 0, func() error { return c.world.server.Hide(ctx, in, p, hidden) })
}

func (c connection) Annul(ctx context.Context, in game.Tenant, these game.Annulment) ([][2]game.Player, error) {
	return call(ctx, c, "annul", string(in), 0, func() ([][2]game.Player, error) { return c.world.server.Annul(ctx, in, these) })
}
