package store

import (
	"context"
	"errors"
	"slices"
	"time"

	"othellobot/game"
)

// Load implements [game.Store].
func (d *database) Load(ctx context.Context, at game.Place, delivery game.Delivery) (game.Room, game.Seen, error) {
	defer limited(&ctx, d.limits.Attempt)()
	found := loading{database: d}
	over := tenures(string(at))
	err := d.read.query(ctx, loadRoom, []any{string(at), string(delivery), over[0], over[1], over[2], afterAll(string(at))}, func(scan scan) error { return found.add(scan, at) })
	if err != nil {
		return game.Room{}, game.Seen{}, err
	}
	if found.seen.Known {
		if err := d.awaitDurable(ctx); err != nil {
			return game.Room{}, game.Seen{}, err
		}
	}
	room := game.NewRoom(at, found.games)
	room.Settings, room.Slots, room.Unreadable, room.Newer = found.settings, found.slots, found.unreadable, found.newer
	room.Buried, room.Condemned, room.Threads = found.tombstones > 0, found.tombstones > 1, found.threads > 0
	return room, found.seen, nil
}

// loading collects the rows of a room.
type loading struct {
	*database
	settings   game.Settings
	seen       game.Seen
	games      []*game.Game
	unreadable []game.ID
	newer      []game.Game
	slots      []game.Slot
	tombstones int64 // 0 for none, 1 for some that are not confirmed, else 2
	threads    int64 // 1 if games run in threads of the place
}

func (l *loading) add(scan scan, at game.Place) error {
	var theme, language, zone, state, slot, ref, former string
	var pings, daily, weekly, friendly, known, made, version, id, stage, now, post, want, shown, slotState, tries, redraw int64
	err := scan(&theme, &pings, &language, &daily, &zone, &weekly, &friendly, &known, &made, &version, &id, &stage, &now, &state,
		&slot, &post, &want, &shown, &ref, &slotState, &tries, &redraw, &former, &l.tombstones, &l.threads)
	if err != nil {
		return err
	}
	l.settings = game.Settings{
		Theme: theme, Pings: game.Pings(pings), Language: language,
		Daily: game.Daily{Minute: int(daily), Zone: zone, Weekly: game.Weekly(weekly)}, Friendly: friendly != 0,
	}
	if known == 1 {
		l.seen = game.Seen{Known: true, Latest: game.GameVersion{Game: game.ID(made), Version: uint32(version)}}
	}
	if now == 0 || !l.has(game.ID(id), at, stage, now, state) || post == 0 {
		return nil
	}
	l.slots = append(l.slots, game.Slot{
		Game: game.ID(id), Name: game.SlotName(slot), Post: uint32(post), Want: uint32(want), Shown: uint32(shown),
		Ref: game.Ref(ref), State: game.SlotState(slotState), Tries: uint32(tries), Redraw: redraw,
		Former: game.Ref(former),
	})
	return nil
}

// has adds a game, unless an earlier row had it, and reports whether it can be
// read.
func (l *loading) has(id game.ID, at game.Place, stage, version int64, state string) bool {
	if slices.ContainsFunc(l.games, func(g *game.Game) bool { return g.ID == id }) {
		return true
	}
	if slices.Contains(l.unreadable, id) || slices.ContainsFunc(l.newer, func(g game.Game) bool { return g.ID == id }) {
		return false
	}
	g, err := l.parse(int64(id), string(at), version, state)
	switch {
	case errors.Is(err, game.ErrNewer):
		g.Phase = phaseOf(stage)
		l.newer = append(l.newer, g)
	case err != nil:
		l.unreadable = append(l.unreadable, id)
	default:
		l.games = append(l.games, &g)
	}
	return err == nil
}

// seen finds out what a delivery has made.
func (d *database) seen(ctx context.Context, delivery game.Delivery) (seen game.Seen, err error) {
	err = d.read.query(ctx, findDelivery, []any{string(delivery)}, func(scan scan) error {
		var id, version int64
		err := scan(&id, &version)
		seen = game.Seen{Known: true, Latest: game.GameVersion{Game: game.ID(id), Version: uint32(version)}}
		return err
	})
	return seen, err
}

// Commit implements [game.Store].
func (d *database) Commit(ctx context.Context, c game.Change) ([]game.Slot, error) {
	defer limited(&ctx, d.limits.Attempt)()
	held, err := d.commit(ctx, c)
	if errors.Is(err, game.ErrDuplicate) || errors.Is(err, game.ErrStale) {
		if lasting := d.awaitDurable(ctx); lasting != nil {
			return nil, lasting
		}
	}
	return held, err
}

// awaitDurable waits until what could be read before is as durable as what was changed. A
// commit that its client has not waited for is there to be read, although a standby may
// not have it and never get it: PostgreSQL ends the wait for the standby when the client goes
// (https://www.postgresql.org/docs/current/warm-standby.html#SYNCHRONOUS-REPLICATION-HA).
// Whoever is told that something was done before must find it after a failover too. A
// change that comes later is durable later.
func (d *database) awaitDurable(ctx context.Context) error {
	if !d.shared {
		return nil
	}
	return d.check(ctx)
}

func (d *database) commit(ctx context.Context, c game.Change) ([]game.Slot, error) {
	if isMove(c) {
		r, err := rowOf(c.Steps[0])
		if err != nil {
			return nil, err
		}
		held, done, err := d.write.advance(ctx, move{r, int64(c.Steps[0].Before.Version), c})
		if err == nil && !done {
			return nil, d.refusal(ctx, c)
		}
		return held, d.failure(err)
	}
	held, err := transacted(ctx, d.write, func(ctx context.Context, s session) ([]game.Slot, error) {
		held, err := d.apply(ctx, s, c)
		if err != nil {
			return nil, err
		}
		gone, err := condemned(ctx, s, string(c.Place))
		if gone {
			err = game.ErrStale
		}
		return held, err
	})
	if err != nil && d.conflicts(err) {
		return nil, game.ErrStale
	}
	return held, d.failure(err)
}

func isMove(c game.Change) bool {
	if len(c.Steps) != 1 {
		return false
	}
	_, _, round := c.Steps[0].Round()
	return c.Settings == nil && len(c.Discard) == 0 && goesOn(c.Steps[0]) &&
		c.Steps[0].Before.NamesAs(c.Steps[0].After) && !round
}

// goesOn reports whether a step changes nothing that places and results are found
// by.
func goesOn(s game.Step) bool {
	return s.Before != nil && stageOf(s.Before) == stageRunning && stageOf(s.After) == stageRunning && s.Before.Mode == s.After.Mode
}

// refusal is why a change was not made.
func (d *database) refusal(ctx context.Context, c game.Change) error {
	if c.Delivery == "" {
		return game.ErrStale
	}
	seen, err := d.seen(ctx, c.Delivery)
	switch {
	case err != nil:
		return err
	case seen.Known:
		return game.ErrDuplicate
	default:
		return game.ErrStale
	}
}

// apply makes a change in a transaction, and returns the messages that slots no
// longer hold.
func (d *database) apply(ctx context.Context, s session, c game.Change) ([]game.Slot, error) {
	if c.Delivery != "" {
		makes := c.Latest()
		n, err := s.exec(ctx, insertDelivery, string(c.Delivery), c.Now.UnixMilli(), int64(makes.Game), int64(makes.Version))
		if err != nil {
			return nil, err
		}
		if n == 0 {
			return nil, game.ErrDuplicate
		}
	}
	for _, id := range c.Discard { // out of the way of what begins
		ended := c.Now.UnixMilli()
		if _, err := s.exec(ctx, discardGame, int64(id), string(c.Place), ended, ended+d.timing.Retention.Milliseconds()); err != nil {
			return nil, err
		}
	}
	for _, step := range c.Steps {
		if err := applyStep(ctx, s, step, c.Now); err != nil {
			return nil, err
		}
	}
	held, err := applySlots(ctx, s, c)
	if c.Settings == nil || err != nil {
		return held, err
	}
	chosen := c.Settings
	_, err = s.exec(
		ctx, saveSettings, string(c.Place), chosen.Theme, int64(chosen.Pings), chosen.Language, c.Now.UnixMilli(),
		int64(chosen.Daily.Minute), chosen.Daily.Zone, c.DailyDue, int64(chosen.Daily.Weekly), asNumber(chosen.Friendly), int64(c.Asked),
	)
	return held, err
}

func applyStep(ctx context.Context, s session, step game.Step, now time.Time) error {
	r, err := rowOf(step)
	if err != nil {
		return err
	}
	n, err := applyRow(ctx, s, step, r, now)
	if err != nil {
		return err
	}
	if n == 0 {
		return game.ErrStale
	}
	if ends(step) {
		if _, err := s.exec(ctx, pastGames, r.place, r.id); err != nil {
			return err
		}
	}
	if err := applyFinished(ctx, s, step); err != nil {
		return err
	}
	if err := applyVoted(ctx, s, step); err != nil {
		return err
	}
	return applyPlayers(ctx, s, step)
}

// applyRow returns 0 if the game was not stored as it was before the step.
func applyRow(ctx context.Context, s session, step game.Step, r row, now time.Time) (int64, error) {
	if step.Before == nil {
		return s.exec(ctx, insertGame, r.id, r.place, r.version, r.stage, r.duel, r.challenger, r.ended, r.due, r.state)
	}
	before := int64(step.Before.Version)
	if goesOn(step) {
		return advanceRow(ctx, s, r, before, now)
	}
	return s.exec(ctx, changeGame, r.id, before, r.version, r.due, r.state, r.stage, r.duel, r.challenger, r.ended)
}

// advanceRow returns 0 if the game was not stored in the version before, or may not be
// changed any more.
func advanceRow(ctx context.Context, s session, r row, before int64, now time.Time) (n int64, err error) {
	over := tenures(r.place)
	args := []any{r.id, before, r.version, r.due, now.UnixMilli(), r.state, over[0], over[1], over[2]}
	for _, query := range []string{advanceSoon, advanceGame} {
		if n, err = s.exec(ctx, query, args...); n > 0 || err != nil {
			break
		}
	}
	return n, err
}

// applyPlayers keeps who is named in a game.
func applyPlayers(ctx context.Context, s session, step game.Step) error {
	var before []game.Player
	if step.Before != nil {
		before = step.Before.Players()
	}
	after := step.After.Players()
	for _, p := range missing(after, before) {
		if _, err := s.exec(ctx, insertPlayer, string(p), int64(step.After.ID)); err != nil {
			return err
		}
	}
	for _, p := range missing(before, after) {
		if _, err := s.exec(ctx, deletePlayer, string(p), int64(step.After.ID)); err != nil {
			return err
		}
	}
	return nil
}

// playing counts the running games.
func (d *database) playing(ctx context.Context) (n int, err error) {
	err = d.read.query(ctx, `SELECT COUNT(*) FROM games WHERE stage = 1`, nil, func(scan scan) error { return scan(&n) })
	return n, err
}

// check fails if the database cannot be written.
func (d *database) check(ctx context.Context) error {
	_, err := d.write.change(ctx, beat, time.Now().UnixMilli())
	return err
}

// storeOf is the store over a database, with what stands before it.
func storeOf(d *database, games game.Store, installs Installs) *Store {
	return &Store{Store: games, Operators: d, Installs: installs, Leases: databaseLeases{d}, limits: &d.limits, playing: d.playing, check: d.check}
}
