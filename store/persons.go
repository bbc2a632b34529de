package store

import (
	"context"
	"encoding/json"
	"time"

	"othellobot/game"
)

const (
	findPerson   = `SELECT player, version, choices, list, touched FROM people WHERE player = $1`
	findListed   = `SELECT player, version, choices, list, touched FROM people WHERE ` + onList + ` LIMIT $2`
	insertPerson = `INSERT INTO people (player, version, choices, list, touched) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`
	changePerson = `UPDATE people SET version = $2, choices = $3, list = $4, touched = $5 WHERE player = $1 AND version = $2 - 1`
	forgetPerson = `DELETE FROM people WHERE player = $1`

	purgePeopleOf = `
DELETE FROM people
WHERE player IN (SELECT player FROM people WHERE player >= $1 AND player < $2 LIMIT $3)`
	unlistPeople = `
UPDATE people SET list = TRIM(REPLACE(' ' || list || ' ', ' ' || $1 || ' ', ' ')), version = version + 1
WHERE player IN (SELECT player FROM people WHERE ` + onList + ` AND $2 <> '' LIMIT $3)`

	// onList holds for those on the list $1. Few people are on any.
	onList = `list <> '' AND $1 <> '' AND REPLACE(' ' || list || ' ', ' ' || $1 || ' ', '') <> ' ' || list || ' '`
)

// Of some whose choices are old, those go of whom nothing else is kept. The others are
// looked at again as late.
const (
	reviewPeople = `
UPDATE people SET touched = CASE WHEN EXISTS (SELECT 1 FROM records WHERE records.player = people.player)
	OR EXISTS (SELECT 1 FROM players WHERE players.player = people.player)
	OR EXISTS (SELECT 1 FROM puzzlers WHERE puzzlers.player = people.player)
	OR EXISTS (SELECT 1 FROM votes WHERE votes.voter = people.player) THEN CAST($2 AS BIGINT) ELSE 0 END
WHERE player IN (SELECT player FROM people WHERE touched <= $1 LIMIT 500)`
	forgetPeople = `DELETE FROM people WHERE touched = 0`
)

// Person implements [game.Store].
func (d *database) Person(ctx context.Context, p game.Player) (game.Person, error) {
	defer limited(&ctx, d.limits.Attempt)()
	found, err := d.persons(ctx, findPerson, string(p))
	if err != nil || len(found) == 0 {
		return game.Person{Player: p}, err
	}
	return found[0], nil
}

// Listed implements [game.Store].
func (d *database) Listed(ctx context.Context, list string, most int) ([]game.Person, error) {
	defer limited(&ctx, d.limits.Attempt)()
	return d.persons(ctx, findListed, list, int64(most))
}

// persons reads the people whom a query finds.
func (d *database) persons(ctx context.Context, query string, args ...any) ([]game.Person, error) {
	return listed(ctx, d.read, query, args, func(scan scan) (p game.Person, err error) {
		var version int64
		var choices string
		if err := scan(&p.Player, &version, &choices, &p.List, &p.Touched); err != nil {
			return p, err
		}
		p.Version = uint32(version)
		err = json.Unmarshal([]byte(choices), &p.Choices)
		return p, err
	})
}

// KeepPerson implements [game.Store].
func (d *database) KeepPerson(ctx context.Context, p game.Person) error {
	choices, err := json.Marshal(p.Choices)
	if err != nil {
		return err
	}
	query := changePerson
	if p.Version == 1 {
		query = insertPerson
	}
	return d.keep(ctx, query, []any{string(p.Player), int64(p.Version), string(choices), p.List, p.Touched}, p.Names()...)
}

// keep writes the next version of a row, unless another one is there, or a confirmed
// tombstone stands on one of the names in it.
func (d *database) keep(ctx context.Context, query string, args []any, names ...string) error {
	defer limited(&ctx, d.limits.Attempt)()
	err := d.write.transact(ctx, func(ctx context.Context, s session) error {
		n, err := s.exec(ctx, query, args...)
		if err == nil && n == 0 {
			err = game.ErrStale
		}
		if err != nil {
			return err
		}
		gone, err := condemned(ctx, s, names...)
		if gone {
			err = game.ErrCondemned
		}
		return err
	})
	if err != nil && d.conflicts(err) {
		return game.ErrStale
	}
	return d.failure(err)
}

// ForgetPerson implements [game.Store].
func (d *database) ForgetPerson(ctx context.Context, p game.Player) error {
	defer limited(&ctx, d.limits.Attempt)()
	return d.write.transact(ctx, func(ctx context.Context, s session) error {
		for _, query := range []string{forgetPuzzler, forgetPerson} {
			if _, err := s.exec(ctx, query, string(p)); err != nil {
				return err
			}
		}
		return nil
	})
}

// forgetOldPeople forgets some of those whose choices are old and of no use to anybody.
func (d *database) forgetOldPeople(ctx context.Context, now time.Time) error {
	return d.write.transact(ctx, func(ctx context.Context, s session) error {
		old := now.Add(-2 * d.timing.Retention).UnixMilli()
		if n, err := s.exec(ctx, reviewPeople, old, now.UnixMilli()); n == 0 || err != nil {
			return err
		}
		_, err := s.exec(ctx, forgetPeople)
		return err
	})
}
