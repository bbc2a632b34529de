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
	f, err := call(ctx, c, "load", string(at), 0, func() (f found, _ error) {
		f.room, f.seen = c.world.server.load(at, delivery)
		return f, nil
	})
	return f.room, f.seen, err
}

func (c connection) Commit(ctx context.Context, change game.Change) ([]game.Slot, error) {
	by, makes := attemptOf(ctx), change.Latest()
	return call(ctx, c, "commit", string(change.Place)+makes.Game.String(), makes.Version, func() ([]game.Slot, error) {
		return c.world.server.commit(change, func() { c.world.judge.committed(by, c.process, change) })
	})
}

func (c connection) Note(ctx context.Context, n game.Note) (game.Standing, error) {
	return c.note(ctx, n, func() game.Standing { return c.world.server.note(n) })
}

func (c connection) note(ctx context.Context, n game.Note, do func() game.Standing) (game.Standing, error) {
	return call(ctx, c, "note", string(n.Place)+string(n.Slot)+string(n.Ref), n.Shown, func() (game.Standing, error) {
		standing := do()
		c.world.judge.noted(n)
		return standing, nil
	})
}

func (c connection) Duels(ctx context.Context, p game.Player, now time.Time) (game.Duels, error) {
	return call(ctx, c, "duels", string(p), 0, func() (game.Duels, error) { return c.world.server.duels(p, now), nil })
}

func (c connection) Unfinished(ctx context.Context, p game.Player, most int) ([]game.Unfinished, error) {
	return call(ctx, c, "unfinished", string(p), 0, func() ([]game.Unfinished, error) { return c.world.server.unfinished(p, most), nil })
}

func (c connection) RunningIn(ctx context.Context, channel game.Place, most int) ([]game.Unfinished, error) {
	return call(ctx, c, "running", string(channel), 0, func() ([]game.Unfinished, error) { return c.world.server.running(channel, most), nil })
}

func (c connection) Finished(ctx context.Context, id game.ID) (game.Finished, error) {
	return call(ctx, c, "finished", id.String(), 0, func() (game.Finished, error) { return c.world.server.finishedGame(id) })
}

func (c connection) Records(ctx context.Context, p game.Player) ([]game.Record, error) {
	return call(ctx, c, "records", string(p), 0, func() ([]game.Record, error) { return c.world.server.recordsOf(p), nil })
}

func (c connection) Strike(ctx context.Context, p game.Player, now time.Time) (bool, error) {
	return call(ctx, c, "strike", string(p), 0, func() (bool, error) { return c.world.server.strike(p, now), nil })
}

func (c connection) Named(ctx context.Context, p game.Player) ([]game.Game, error) {
	return call(ctx, c, "named", string(p), 0, func() ([]game.Game, error) { return c.world.server.named(p) })
}

func (c connection) Due(ctx context.Context, now, until time.Time, most int, prefixes []string) ([]game.Pending, error) {
	return call(ctx, c, "due", strings.Join(prefixes, " "), 0, func() ([]game.Pending, error) {
		return c.world.server.due(now, until, most, prefixes), nil
	})
}

func (c connection) DueSlots(ctx context.Context, now time.Time, most int, prefixes []string) ([]game.DueSlot, error) {
	return call(ctx, c, "due slots", strings.Join(prefixes, " "), 0, func() ([]game.DueSlot, error) {
		return c.world.server.dueSlots(now, most, prefixes), nil
	})
}

func (c connection) Drawn(ctx context.Context, id game.ID) (game.Game, []game.Slot, error) {
	type drawn struct {
		game  game.Game
		slots []game.Slot
	}
	d, err := call(ctx, c, "drawn", id.String(), 0, func() (d drawn, err error) {
		d.game, d.slots, err = c.world.server.drawn(id)
		return d, err
	})
	return d.game, d.slots, err
}

func (c connection) Next(ctx context.Context, prefixes []string) (time.Time, bool, error) {
	type next struct {
		at time.Time
		ok bool
	}
	n, err := call(ctx, c, "next", strings.Join(prefixes, " "), 0, func() (n next, _ error) {
		n.at, n.ok = c.world.server.next(prefixes)
		return n, nil
	})
	return n.at, n.ok, err
}

func (c connection) Puzzler(ctx context.Context, p game.Player, grade uint8) (game.Puzzler, error) {
	return call(ctx, c, "puzzler", string(p), uint32(grade), func() (game.Puzzler, error) { return c.world.server.puzzler(p, grade), nil })
}

func (c connection) KeepPuzzler(ctx context.Context, p game.Puzzler) error {
	by := attemptOf(ctx)
	_, err := call(ctx, c, "keep puzzler", string(p.Player), p.Version, func() (any, error) {
		return nil, c.world.server.keepPuzzler(p, func() { c.world.judge.tried(by, p) })
	})
	return err
}

func (c connection) Person(ctx context.Context, p game.Player) (game.Person, error) {
	return call(ctx, c, "person", string(p), 0, func() (game.Person, error) { return c.world.server.person(p), nil })
}

func (c connection) KeepPerson(ctx context.Context, p game.Person) error {
	_, err := call(ctx, c, "keep person", string(p.Player), p.Version, func() (any, error) { return nil, c.world.server.keepPerson(p) })
	return err
}

func (c connection) Listed(ctx context.Context, list string, most int) ([]game.Person, error) {
	return call(ctx, c, "listed", list, 0, func() ([]game.Person, error) { return c.world.server.listed(list, most), nil })
}

func (c connection) ForgetPerson(ctx context.Context, p game.Player) error {
	_, err := call(ctx, c, "forget person", string(p), 0, func() (any, error) { c.world.server.forgetPerson(p); return nil, nil })
	return err
}

func (c connection) Solvers(ctx context.Context, at game.Place, grade uint8, number, most int) ([]game.Solver, error) {
	return call(ctx, c, "solvers", string(at), uint32(number), func() ([]game.Solver, error) {
		return c.world.server.solvers(at, grade, number, most), nil
	})
}

func (c connection) Exercises(ctx context.Context, p game.Player) ([]game.Exercise, error) {
	return call(ctx, c, "exercises", string(p), 0, func() ([]game.Exercise, error) { return c.world.server.exercisesOf(p), nil })
}

func (c connection) KeepExercises(ctx context.Context, keep, drop []game.Exercise) error {
	_, err := call(ctx, c, "keep exercises", string(keep[0].Player), keep[0].Version, func() (any, error) {
		return nil, c.world.server.keepExercises(keep, drop)
	})
	return err
}

func (c connection) ForgetExercises(ctx context.Context, p game.Player) error {
	_, err := call(ctx, c, "forget exercises", string(p), 0, func() (any, error) { c.world.server.forgetExercises(p); return nil, nil })
	return err
}

func (c connection) DueDailies(ctx context.Context, now, until time.Time, most int, prefixes []string) ([]game.DueDaily, error) {
	if !c.holds(ctx, (*database).wantsPuzzles) {
		return nil, ctx.Err()
	}
	return call(ctx, c, "due dailies", strings.Join(prefixes, " "), 0, func() ([]game.DueDaily, error) {
		return c.world.server.dueDailies(now, until, most, prefixes), nil
	})
}

func (c connection) Posted(ctx context.Context, p game.Posted) (bool, error) {
	return call(ctx, c, "posted", string(p.Place), uint32(p.Day), func() (bool, error) { return c.world.server.posted(p), nil })
}

func (c connection) Asked(ctx context.Context, at game.Place, day game.Day) error {
	_, err := call(ctx, c, "asked", string(at), uint32(day), func() (any, error) { c.world.server.asked(at, day); return nil, nil })
	return err
}

func (c connection) Ended(ctx context.Context, at game.Place, from, to time.Time, most int) ([]game.Game, error) {
	return call(ctx, c, "ended", string(at), 0, func() ([]game.Game, error) { return c.world.server.endedIn(at, from, to, most), nil })
}

func (c connection) LastPosted(ctx context.Context, t game.Tenant) (game.Day, error) {
	return call(ctx, c, "last posted", string(t), 0, func() (game.Day, error) { return c.world.server.lastPosted(t), nil })
}

func (c connection) Bury(ctx context.Context, t game.Tombstone) error {
	_, err := call(ctx, c, "bury", t.Prefix, 0, func() (any, error) {
		c.world.server.bury(t)
		c.world.judge.buried(t)
		return nil, nil
	})
	return err
}

func (c connection) Revive(ctx context.Context, name string) error {
	_, err := call(ctx, c, "revive", name, 0, func() (any, error) { c.world.server.revive(name); return nil, nil })
	return err
}

func (c connection) Doubtful(ctx context.Context, now, until time.Time, most int, prefixes []string) ([]game.Tombstone, error) {
	if !c.holds(ctx, func(d *database) bool { return d.anyTombstone(false) }) {
		return nil, ctx.Err()
	}
	return call(ctx, c, "doubtful", strings.Join(prefixes, " "), 0, func() ([]game.Tombstone, error) {
		return c.world.server.doubtful(now, until, most, prefixes), nil
	})
}

func (c connection) Purge(ctx context.Context, now time.Time) (bool, error) {
	if !c.holds(ctx, func(d *database) bool { return d.anyTombstone(true) }) {
		return false, ctx.Err()
	}
	return call(ctx, c, "purge", "", 0, func() (bool, error) { return c.world.server.purge(now), nil })
}

// holds reports whether something is true of the database. It asks what a runner asks
// every few seconds, so that no fault is drawn for it.
func (c connection) holds(ctx context.Context, of func(*database) bool) bool {
	found, err := c.await(ctx, request{label: c.label(ctx, "holds", "", 0), begin: func(reply func(any)) {
		holds := of(c.world.server.database)
		c.world.after(0, func() { reply(holds) })
	}})
	return err == nil && found.(bool)
}

func (c connection) Scrub(context.Context) error { return nil }

func (c connection) Clean(ctx context.Context, now time.Time) error {
	_, err := call(ctx, c, "clean", "", 0, func() (any, error) { c.world.server.clean(now); return nil, nil })
	return err
}

func (c connection) Vote(ctx context.Context, v game.Cast) error {
	by := attemptOf(ctx)
	_, err := call(ctx, c, "vote", v.Game.String()+string(v.Voter)+v.Square.String(), v.Version, func() (any, error) {
		return nil, c.world.server.vote(v, func() { c.world.judge.voted(by) })
	})
	return err
}

func (c connection) Votes(ctx context.Context, id game.ID, from, to uint32) ([]game.Vote, error) {
	return call(ctx, c, "votes", id.String(), to, func() ([]game.Vote, error) { return c.world.server.votesOf(id, from, to), nil })
}

func (c connection) ForgetVotes(ctx context.Context, p game.Player) error {
	_, err := call(ctx, c, "forget votes", string(p), 0, func() (any, error) { c.world.server.forgetVotes(p); return nil, nil })
	return err
}

func (c connection) Ratings(ctx context.Context, in game.Tenant, people ...game.Player) ([]game.Rating, error) {
	return call(ctx, c, "ratings", string(in), 0, func() ([]game.Rating, error) { return c.world.server.ladder(in).Ratings(people...), nil })
}

func (c connection) Met(ctx context.Context, in game.Tenant, one, other game.Player) ([]rating.Result, error) {
	return call(ctx, c, "met", string(in), 0, func() ([]rating.Result, error) { return c.world.server.ladder(in).Met(one, other), nil })
}

func (c connection) Top(ctx context.Context, in game.Tenant, since rating.Season, p game.Player, most int) (game.Top, error) {
	return call(ctx, c, "top", string(in), 0, func() (game.Top, error) { return c.world.server.ladder(in).Top(since, p, most), nil })
}

func (c connection) Hide(ctx context.Context, in game.Tenant, p game.Player, hidden bool) error {
	_, err := call(ctx, c, "hide", string(p), 0, func() (any, error) { c.world.server.hide(in, p, hidden); return nil, nil })
	return err
}

func (c connection) Annul(ctx context.Context, in game.Tenant, these game.Annulment) ([][2]game.Player, error) {
	return call(ctx, c, "annul", string(in), 0, func() ([][2]game.Player, error) { return c.world.server.annul(in, these), nil })
}
