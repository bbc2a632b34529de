package store

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"othellobot/game"
)

const (
	changeRoom = `
UPDATE rooms SET version = $3, doc = $4, running = $5, due = CASE WHEN ` + keepsDue + ` THEN due ELSE $6 END
WHERE place = $1 AND version = $2`
	// changeDocument makes SQLite write two pages less. It changes a row only if no index changes.
	changeDocument = `
UPDATE rooms SET version = $3, doc = $4
WHERE place = $1 AND version = $2 AND running = $5 AND ` + keepsDue
	// keepsDue is true if the stored due time can stay, see [game.Change.StoredDue]. A due time that is
	// too early costs less than an index entry per move: [database.Due] postpones it.
	keepsDue   = `(due > $7 AND due <= $6)`
	insertRoom = `INSERT INTO rooms (place, version, due, running, doc) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`
	deleteRoom = `DELETE FROM rooms WHERE place = $1 AND version = $2`

	// loadRoom returns one row, with version 0 if nothing is stored.
	loadRoom = `
SELECT COALESCE(rooms.version, 0), COALESCE(rooms.doc, ''),
	COALESCE((SELECT MAX(1 + confirmed) FROM tombstones WHERE prefix IN ($3, $4)), 0),
	CASE WHEN EXISTS (
		SELECT 1 FROM rooms AS threaded
		WHERE threaded.running = 1 AND threaded.place > CAST($1 AS TEXT) AND threaded.place < CAST($2 AS TEXT)
	) THEN 1 ELSE 0 END
FROM (SELECT CAST($1 AS TEXT) AS place) AS asked LEFT JOIN rooms ON rooms.place = asked.place`

	roomsOf = `
SELECT place, version, doc, CASE WHEN EXISTS (SELECT 1 FROM votes WHERE votes.voter = $1 AND votes.place = rooms.place) THEN 1 ELSE 0 END
FROM rooms WHERE place IN (SELECT place FROM seats WHERE player = $1 UNION SELECT place FROM votes WHERE voter = $1)
ORDER BY place LIMIT CAST($2 AS BIGINT)`
	roomsIn = `
SELECT place, version, doc, 1 FROM rooms
WHERE running = 1 AND ` + placesWithin + ` ORDER BY place LIMIT CAST($3 AS BIGINT)`

	placesWithin = `place >= $1 AND place < $2`

	keepPast = `
INSERT INTO games (id, place, ended, doc) VALUES ($1, $2, $3, $4)
ON CONFLICT (id) DO UPDATE SET ended = excluded.ended, doc = excluded.doc`
	dropPast  = `DELETE FROM games WHERE id = $1`
	dropSeats = `DELETE FROM seats WHERE game = $1 AND ` + unlessPast + `seats.game)`
	dropVotes = `DELETE FROM votes WHERE game = $1 AND ` + unlessPast + `votes.game)`
	// dropLostSeats deletes the seats in games that were lost with an unreadable room.
	dropLostSeats = `DELETE FROM seats WHERE place = $1 AND ` + unlessPast + `seats.game)`
	unlessPast    = `NOT EXISTS (SELECT 1 FROM games WHERE games.id = `

	insertSeat  = `INSERT INTO seats (player, game, place) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`
	deleteSeat  = `DELETE FROM seats WHERE player = $1 AND game = $2`
	raisePosted = `
INSERT INTO tenants (tenant, entries, posted) VALUES ($1, 0, $2)
ON CONFLICT (tenant) DO UPDATE SET posted = excluded.posted WHERE tenants.posted < excluded.posted`
)

func (d *database) Load(ctx context.Context, at game.Place, delivery game.Delivery) (room game.Room, err error) {
	defer limitTime(&ctx, d.limits.Attempt)()
	tenant, channel := tombstonePrefixes(at)
	err = d.read.query(ctx, loadRoom, []any{string(at), prefixEnd(string(at)), tenant, channel}, func(scan scan) error {
		var version, tombstones, threads int64
		var doc []byte
		if err := scan(&version, &doc, &tombstones, &threads); err != nil {
			return err
		}
		if room = (game.Room{Place: at}); version > 0 {
			room = game.ReadRoom(at, version, doc)
		}
		room.HasTombstone, room.Condemned, room.Threads = tombstones > 0, tombstones > 1, threads > 0
		return nil
	})
	if err == nil && room.Knows(delivery) {
		err = d.awaitDurable(ctx)
	}
	return room, err
}

func (d *database) Versions(ctx context.Context, at []game.Place) (map[game.Place]int64, error) {
	defer limitTime(&ctx, d.limits.Attempt)()
	list, err := json.Marshal(at)
	if err != nil {
		return nil, err
	}
	versions := make(map[game.Place]int64)
	err = d.read.query(ctx, `SELECT place, version FROM rooms WHERE place IN (SELECT value FROM `+d.listQuery+`)`, []any{string(list)}, func(scan scan) error {
		var place game.Place
		var version int64
		err := scan(&place, &version)
		versions[place] = version
		return err
	})
	return versions, err
}

// awaitDurable makes a commit, to wait until every earlier commit is durable. In PostgreSQL a process
// can read a commit that has not reached the standby, if the client that committed has stopped waiting.
// After a failover, such a commit is gone, and an answer based on it was wrong.
// https://www.postgresql.org/docs/current/warm-standby.html#SYNCHRONOUS-REPLICATION-HA
func (d *database) awaitDurable(ctx context.Context) error {
	if !d.shared {
		return nil
	}
	return Operators{d}.Check(ctx)
}

func (d *database) Save(ctx context.Context, c game.Change) error {
	defer limitTime(&ctx, d.limits.Attempt)()
	err := d.save(ctx, c)
	if errors.Is(err, game.ErrStale) && !c.Async {
		err = cmp.Or(d.awaitDurable(ctx), err)
	}
	return err
}

func (d *database) save(ctx context.Context, c game.Change) error {
	query, args, err := saveRoom(c)
	if err != nil {
		return err
	}
	rest, err := otherTables(c)
	if err != nil {
		return err
	}
	finishes := func(s game.Step) bool { _, ok := s.Finishes(); return ok }
	if d.shared && len(rest) == 0 && !slices.ContainsFunc(c.Steps, finishes) {
		return d.failure(unlessStale(d.write.change(ctx, c.Async, query, args...)))
	}
	return d.failure(d.write.transact(ctx, c.Async, func(ctx context.Context, s session) (err error) {
		var changed int64
		if query == changeRoom && !d.shared { // PostgreSQL writes no index for unchanged columns
			changed, err = s.exec(ctx, changeDocument, args...)
		}
		if changed == 0 && err == nil {
			err = unlessStale(s.exec(ctx, query, args...))
		}
		if err == nil {
			err = s.all(ctx, rest...)
		}
		for _, step := range c.Steps {
			if err == nil {
				err = applyFinished(ctx, s, step)
			}
		}
		return err
	}))
}

func unlessStale(changed int64, err error) error {
	if changed == 0 && err == nil {
		return game.ErrStale
	}
	return err
}

func saveRoom(c game.Change) (query string, args []any, err error) {
	r := c.Room
	if c.Due == game.Never {
		return deleteRoom, []any{string(r.Place), c.Before}, nil
	}
	doc, err := r.MarshalJSON()
	running := asNumber(r.Active != nil)
	if c.Before == 0 {
		return insertRoom, []any{string(r.Place), r.Version, c.Due, running, string(doc)}, err
	}
	return changeRoom, []any{string(r.Place), c.Before, r.Version, string(doc), running, c.Due, c.KeepDueAfter}, err
}

// otherTables returns a change's statements for tables other than rooms, except those of [applyFinished].
func otherTables(c game.Change) (rest []statement, err error) {
	change := func(query string, args ...any) { rest = append(rest, statement{query, args, nil}) }
	for _, p := range c.Past {
		id := int64(p.Game.ID)
		if p.Deleted {
			change(dropPast, id)
			change(dropSeats, id)
			change(dropVotes, id)
			continue
		}
		doc, err := p.MarshalJSON()
		if err != nil {
			return nil, err
		}
		change(keepPast, id, string(p.Game.Place), p.Game.At, string(doc))
	}
	for _, n := range c.Names {
		id := int64(n.Game)
		switch {
		case !n.Removed:
			change(insertSeat, string(n.Player), id, string(c.Room.Place))
		case n.Player != game.Nobody:
			change(deleteSeat, string(n.Player), id)
		case n.Game == 0:
			change(dropLostSeats, string(c.Room.Place))
		default:
			change(dropSeats, id)
			change(dropVotes, id)
		}
	}
	if c.Posted > 0 {
		change(raisePosted, string(c.Room.Place.Tenant()), int64(c.Posted))
	}
	for _, step := range c.Steps {
		rest = append(rest, countVotes(step)...)
	}
	return rest, nil
}

func (d *database) Rooms(ctx context.Context, which game.RoomFilter, most int) (found []game.Room, err error) {
	defer limitTime(&ctx, d.limits.Attempt)()
	query, args := roomsOf, []any{string(which.Player), int64(most)}
	if which.RunningIn != "" {
		query, args = roomsIn, []any{string(which.RunningIn), prefixEnd(string(which.RunningIn)), int64(most)}
	}
	err = d.read.query(ctx, query, args, func(scan scan) error {
		var matches int64
		r, err := scanRoom(scan, &matches)
		if matches == 1 || r.NamesPlayer(which.Player) {
			found = append(found, r)
		}
		return err
	})
	return found, err
}

// scanRoom reads the columns place, version and doc, and the columns after them into more.
func scanRoom(scan scan, more ...any) (game.Room, error) {
	var at game.Place
	var version int64
	var doc []byte
	if err := scan(append([]any{&at, &version, &doc}, more...)...); err != nil {
		return game.Room{}, err
	}
	return game.ReadRoom(at, version, doc), nil
}

const findPast = `
SELECT games.id, games.place, games.doc, COALESCE(black, ''), COALESCE(white, ''), COALESCE(annulled, 0), COALESCE(finished.doc, '')
FROM games LEFT JOIN finished ON finished.game = games.id
WHERE %s ORDER BY games.ended DESC, games.id LIMIT CAST($%d AS BIGINT)`

func (d *database) Past(ctx context.Context, which game.PastFilter, most int) ([]game.Past, error) {
	defer limitTime(&ctx, d.limits.Search)()
	where, args := `games.id = $1`, []any{int64(which.Game)}
	switch {
	case which.Player != game.Nobody:
		where, args = `games.id IN (SELECT game FROM seats WHERE player = $1)`, []any{string(which.Player)}
	case which.Place != "":
		where = placesWithin + ` AND games.ended >= $3 AND games.ended < $4`
		args = []any{string(which.Place), prefixEnd(string(which.Place)), which.From.UnixMilli(), which.To.UnixMilli()}
	}
	query := fmt.Sprintf(findPast, where, len(args)+1)
	return queryRows(ctx, d.read, query, append(args, int64(most)), scanPast)
}

func scanPast(scan scan) (game.Past, error) {
	var id, annulled int64
	var place game.Place
	var doc, kept []byte
	var f game.Finished
	if err := scan(&id, &place, &doc, &f.Black, &f.White, &annulled, &kept); err != nil {
		return game.Past{}, err
	}
	p := game.ReadPast(game.ID(id), place, doc)
	if len(kept) == 0 {
		return p, nil
	}
	f.Game, f.Tenant, f.Rated.Annulled, p.Finished = game.ID(id), place.Tenant(), annulled == 1, &f
	return p, json.Unmarshal(kept, &f)
}
