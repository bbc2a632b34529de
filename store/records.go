package store

import (
	"context"
	"encoding/json"
	"slices"

	"othellobot/game"
	"othellobot/rating"
)

const upsertRecord = `
INSERT INTO records (player, tenant, against, level, won, drawn, lost, run) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
ON CONFLICT (player, tenant, against, level) DO UPDATE SET
	won = records.won + excluded.won, drawn = records.drawn + excluded.drawn, lost = records.lost + excluded.lost,
	run = CASE excluded.won WHEN 0 THEN 0 ELSE records.run + excluded.run END
RETURNING won, drawn, lost, run`

const sumWins = `SELECT CAST(COALESCE(SUM(won), 0) AS BIGINT) FROM records WHERE player = $1 AND tenant = $2 AND against <> 'channel'`

const insertFinished = `
INSERT INTO finished (game, tenant, black, white, entry, annulled, doc) VALUES ($1, $2, $3, $4, $5, 0, $6)`

// applyFinished stores the result of a step that ends a game, with records and ratings. It updates the
// players in the order of their names, so that no two transactions deadlock.
func applyFinished(ctx context.Context, s session, step game.Step) error {
	f, ok := step.Finishes()
	if !ok {
		return nil
	}
	var first []statement
	for _, p := range slices.Sorted(slices.Values(f.People())) {
		first = append(first, addRecord(p, f.Record(p), func(after game.Record) { f.Tally = f.TallyAfter(p, after) }))
	}
	if winner := f.Winner(); winner.Person() {
		first = append(first, statement{sumWins, []any{string(winner), string(f.Tenant)}, func(scan scan) error { return scan(&f.Tally.Wins) }})
	}
	var entry int64
	var rated []game.Rating
	var met []rating.Result
	if f.IsRated() {
		grows := statement{growLog, []any{string(f.Tenant), int64(1)}, func(scan scan) error { return scan(&entry) }}
		first = append(first, grows, selectRatings(&rated, f.Tenant, f.Black, f.White), selectMeetings(&met, f.Tenant, f.Black, f.White))
	}
	if err := s.all(ctx, first...); err != nil {
		return err
	}
	var rest []statement
	if f.IsRated() {
		var err error
		if rest, err = saveRatings(f.Tenant, f.Rate(entry, rated, met)); err != nil {
			return err
		}
	}
	doc, err := json.Marshal(f)
	if err != nil {
		return err
	}
	args := []any{int64(f.Game), string(f.Tenant), string(f.Black), string(f.White), entry, string(doc)}
	return s.all(ctx, append(rest, statement{insertFinished, args, nil})...)
}

// addRecord returns the statement that adds r to a player's record. It calls after with the sum.
func addRecord(p game.Player, r game.Record, after func(game.Record)) statement {
	args := []any{string(p), string(r.Tenant), string(r.Against), int64(r.Level), int64(r.Won), int64(r.Drawn), int64(r.Lost), int64(r.Run)}
	return statement{upsertRecord, args, func(scan scan) error {
		err := scan(&r.Won, &r.Drawn, &r.Lost, &r.Run)
		after(r)
		return err
	}}
}

func (d *database) Records(ctx context.Context, p game.Player) ([]game.Record, error) {
	defer limitTime(&ctx, d.limits.Attempt)()
	const query = `SELECT tenant, against, level, won, drawn, lost, run FROM records WHERE player = $1`
	return queryRows(ctx, d.read, query, []any{string(p)}, func(scan scan) (r game.Record, err error) {
		err = scan(&r.Tenant, &r.Against, &r.Level, &r.Won, &r.Drawn, &r.Lost, &r.Run)
		return r, err
	})
}
