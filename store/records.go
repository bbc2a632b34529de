package store

import (
	"context"
	"errors"
	"slices"
	"time"

	"othellobot/game"
)

// strikeRows limits the rows of each kind that a step changes when it strikes out a person.
const strikeRows = 300

const upsertRecord = `
INSERT INTO records (player, tenant, against, level, won, drawn, lost, run) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
ON CONFLICT (player, tenant, against, level) DO UPDATE SET
	won = records.won + excluded.won, drawn = records.drawn + excluded.drawn, lost = records.lost + excluded.lost,
	run = CASE excluded.won WHEN 0 THEN 0 ELSE records.run + excluded.run END
RETURNING won, drawn, lost, run`

const sumWins = `SELECT CAST(COALESCE(SUM(won), 0) AS BIGINT) FROM records WHERE player = $1 AND tenant = $2 AND against <> 'channel'`

const insertFinished = `
INSERT INTO finished (game, tenant, black, white, level, winner, black_discs, white_discs, ended,
	number, by_black, by_white, run, wins)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
ON CONFLICT DO NOTHING`

const findFinished = `
SELECT tenant, black, white, level, winner, black_discs, white_discs, ended, number, by_black, by_white, run, wins, rated, annulled
FROM finished WHERE game = $1`

const findRecords = `SELECT tenant, against, level, won, drawn, lost, run FROM records WHERE player = $1`

// What is struck out of a player: their records, those of others against them, their
// finished games, unless these are entries of a log, and their ratings.
const (
	strikeRecords = `
DELETE FROM records WHERE (player, tenant, against, level) IN
	(SELECT player, tenant, against, level FROM records WHERE player = $1 LIMIT $2)
RETURNING tenant, against`
	strikeOpponent = `
DELETE FROM records WHERE player = $1 AND tenant = $2 AND against = $3 AND level = 0
RETURNING won, drawn, lost`
	strikeNameless = `
DELETE FROM finished WHERE game IN (
	SELECT game FROM finished WHERE black = $1 AND white IN ('', 'engine') AND entry = 0
	UNION ALL SELECT game FROM finished WHERE white = $1 AND black IN ('', 'engine') AND entry = 0 LIMIT $2)`
	strikeRatings = `
DELETE FROM ratings WHERE (tenant, player) IN (SELECT tenant, player FROM ratings WHERE player = $1 LIMIT $2)`
	strikeFinished = `
UPDATE finished SET black = CASE black WHEN $1 THEN '' ELSE black END, white = CASE white WHEN $1 THEN '' ELSE white END
WHERE game IN (
	SELECT game FROM finished WHERE black = $1
	UNION ALL SELECT game FROM finished WHERE white = $1 LIMIT $2)`
)

const (
	tenantsWithin   = `tenant >= $1 AND tenant < $2`
	purgeFinishedOf = `DELETE FROM finished WHERE game IN (SELECT game FROM finished WHERE ` + tenantsWithin + ` LIMIT $3)`
	purgeRatingsOf  = `DELETE FROM ratings WHERE (tenant, player) IN (SELECT tenant, player FROM ratings WHERE ` + tenantsWithin + ` LIMIT $3)`
	purgeLaddersOf  = `DELETE FROM ladders WHERE tenant IN (SELECT tenant FROM ladders WHERE ` + tenantsWithin + ` LIMIT $3)`
	purgeRecordsOf  = `
DELETE FROM records WHERE (player, tenant, against, level) IN
	(SELECT player, tenant, against, level FROM records WHERE ` + tenantsWithin + ` LIMIT $3)`
)

// applyFinished keeps what a step finishes. Whoever does so for two people begins with
// the same one, so that nobody waits for each other.
func applyFinished(ctx context.Context, s session, step game.Step) error {
	f, ok := step.Finishes()
	if !ok {
		return nil
	}
	people := f.People()
	slices.Sort(people)
	var first []statement
	for _, p := range people {
		first = append(first, addRecord(p, f.Record(p), func(after game.Record) { f.Tally = f.Tallied(p, after) }))
	}
	if winner := f.Winner(); winner.Person() {
		first = append(first, statement{sumWins, []any{string(winner), string(f.Tenant)}, func(scan scan) error { return scan(&f.Tally.Wins) }})
	}
	var b before
	if f.Rates() {
		first = append(first, b.found(f)...)
	}
	if err := s.all(ctx, first...); err != nil {
		return err
	}
	if f.Rates() {
		return b.keep(ctx, s, f)
	}
	_, err := s.exec(ctx, insertFinished, finishedRow(f)...)
	return err
}

// addRecord adds to a record of a player, and tells what it is then.
func addRecord(p game.Player, r game.Record, after func(game.Record)) statement {
	args := []any{string(p), string(r.Tenant), string(r.Against), int64(r.Level), int64(r.Won), int64(r.Drawn), int64(r.Lost), int64(r.Run)}
	return statement{upsertRecord, args, func(scan scan) error {
		err := scan(&r.Won, &r.Drawn, &r.Lost, &r.Run)
		after(r)
		return err
	}}
}

// finishedRow gives the columns of a finished game, as insertFinished wants them.
func finishedRow(f game.Finished) []any {
	return []any{
		int64(f.Game), string(f.Tenant), string(f.Black), string(f.White), int64(f.Level), int64(f.Verdict),
		int64(f.Score.Black), int64(f.Score.White), f.Ended,
		int64(f.Tally.Number), int64(f.Tally.ByBlack), int64(f.Tally.ByWhite), int64(f.Tally.Run), int64(f.Tally.Wins),
	}
}

// Finished implements [game.Store].
func (d *database) Finished(ctx context.Context, id game.ID) (game.Finished, error) {
	defer limited(&ctx, d.limits.Attempt)()
	f := game.Finished{Game: id}
	found := false
	err := d.read.query(ctx, findFinished, []any{int64(id)}, func(scan scan) error {
		var level, verdict, annulled int64
		var rated string
		t := &f.Tally
		err := scan(
			&f.Tenant, &f.Black, &f.White, &level, &verdict, &f.Score.Black, &f.Score.White, &f.Ended,
			&t.Number, &t.ByBlack, &t.ByWhite, &t.Run, &t.Wins, &rated, &annulled,
		)
		f.Level, f.Verdict, f.Rated.Annulled, found = uint8(level), game.Verdict(verdict), annulled == 1, true
		return errors.Join(err, readRated(&f.Rated, rated))
	})
	if err == nil && !found {
		err = game.ErrUnknown
	}
	if err != nil {
		return game.Finished{}, err
	}
	return f, nil
}

// Records implements [game.Store].
func (d *database) Records(ctx context.Context, p game.Player) ([]game.Record, error) {
	defer limited(&ctx, d.limits.Attempt)()
	return listed(ctx, d.read, findRecords, []any{string(p)}, func(scan scan) (r game.Record, err error) {
		err = scan(&r.Tenant, &r.Against, &r.Level, &r.Won, &r.Drawn, &r.Lost, &r.Run)
		return r, err
	})
}

// Strike implements [game.Store].
func (d *database) Strike(ctx context.Context, p game.Player, now time.Time) (bool, error) {
	_, more, err := d.strike(ctx, p, now)
	return more, err
}

// strike is Strike, and names the places whose rooms it may have changed.
func (d *database) strike(ctx context.Context, p game.Player, now time.Time) (places []game.Place, more bool, err error) {
	defer limited(&ctx, d.limits.Search)()
	more, err = transacted(ctx, d.write, func(ctx context.Context, s session) (bool, error) { return strikeStep(ctx, s, p) })
	if more || err != nil {
		return nil, more, err
	}
	places, err = d.salvage(ctx, p, now)
	return places, false, err
}

func strikeStep(ctx context.Context, s session, p game.Player) (more bool, err error) {
	struck, err := listed(ctx, s, strikeRecords, []any{string(p), strikeRows}, func(scan scan) (o opponent, err error) {
		err = scan(&o.tenant, &o.player)
		return o, err
	})
	if err != nil {
		return false, err
	}
	for _, o := range struck {
		if err := strikeAgainst(ctx, s, o, p); err != nil {
			return false, err
		}
	}
	more = len(struck) == strikeRows
	for _, query := range []string{strikeNameless, strikeFinished, strikeRatings} {
		n, err := s.exec(ctx, query, string(p), strikeRows)
		if err != nil {
			return false, err
		}
		more = more || n == strikeRows
	}
	return more, nil
}

// strikeAgainst makes an opponent's record against a player one against nobody.
func strikeAgainst(ctx context.Context, s session, of opponent, p game.Player) error {
	if !of.player.Person() {
		return nil
	}
	theirs := game.Record{Tenant: of.tenant}
	found := false
	err := s.query(ctx, strikeOpponent, []any{string(of.player), string(of.tenant), string(p)}, func(scan scan) error {
		found = true
		return scan(&theirs.Won, &theirs.Drawn, &theirs.Lost)
	})
	if !found || err != nil {
		return err
	}
	return s.all(ctx, addRecord(of.player, theirs, func(game.Record) {}))
}

// purgeRecords deletes some of what is kept of the finished games and ratings of the tenants
// under a prefix, and reports whether there was any.
func purgeRecords(ctx context.Context, s session, prefix string) (bool, error) {
	for _, query := range []string{purgeFinishedOf, purgeRecordsOf, purgeRatingsOf, purgeLaddersOf} {
		if n, err := s.exec(ctx, query, prefix, afterAll(prefix), purgeRows); n > 0 || err != nil {
			return true, err
		}
	}
	return false, nil
}
