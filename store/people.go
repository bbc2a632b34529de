package store

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"

	"othellobot/game"
	"othellobot/people"
	"othellobot/rating"
)

const (
	keptColumns = `player, kind, version, touched, list, doc`
	findKept    = `SELECT ` + keptColumns + ` FROM kept WHERE player = $1 AND kind = $2`
	findListed  = `SELECT ` + keptColumns + ` FROM kept WHERE ` + onList + ` LIMIT CAST($2 AS BIGINT)`
	insertKept  = `INSERT INTO kept (` + keptColumns + `) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`
	changeKept  = `UPDATE kept SET version = $3, touched = $4, list = $5, doc = $6 WHERE player = $1 AND kind = $2 AND version = $7`
	findNamed   = `SELECT game FROM seats WHERE player = $1 AND game = $2 `

	// onList is true for documents on the list $1. With list <> '' it can use a small partial index.
	onList = `list <> '' AND $1 <> '' AND REPLACE(' ' || list || ' ', ' ' || $1 || ' ', '') <> ' ' || list || ' '`

	findSolvers = `
SELECT player, wrong FROM solvers WHERE place = $1 AND grade = $2 AND number = $3 ORDER BY wrong, player LIMIT CAST($4 AS BIGINT)`
	keepSolver = `
INSERT INTO solvers (player, grade, number, place, wrong, touched) VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (player, grade, number) DO UPDATE SET place = excluded.place, touched = excluded.touched`
	dropSolver = `DELETE FROM solvers WHERE player = $1 AND grade = $2 AND number < $3`
)

func (d *database) LoadDocument(ctx context.Context, p game.Player, kind people.Kind) (people.Document, error) {
	defer limitTime(&ctx, d.limits.Attempt)()
	found := people.Document{Player: p, Kind: kind}
	err := d.read.query(ctx, findKept, []any{string(p), string(kind)}, func(scan scan) (err error) {
		found, err = scanKept(scan)
		return err
	})
	return found, err
}

func (d *database) Listed(ctx context.Context, list string, most int) ([]people.Document, error) {
	defer limitTime(&ctx, d.limits.Attempt)()
	return queryRows(ctx, d.read, findListed, []any{list, int64(most)}, scanKept)
}

func scanKept(scan scan) (k people.Document, err error) {
	err = scan(&k.Player, &k.Kind, &k.Version, &k.Touched, &k.List, &k.Doc)
	return k, err
}

func (d *database) Solvers(ctx context.Context, at game.Place, grade uint8, number, most int) ([]people.Solver, error) {
	defer limitTime(&ctx, d.limits.Attempt)()
	args := []any{string(at), int64(grade), int64(number), int64(most)}
	return queryRows(ctx, d.read, findSolvers, args, func(scan scan) (s people.Solver, err error) {
		err = scan(&s.Player, &s.Wrong)
		return s, err
	})
}

func (d *database) SaveDocument(ctx context.Context, c people.Change) error {
	defer limitTime(&ctx, d.limits.Attempt)()
	return d.failure(d.write.transact(ctx, false, func(ctx context.Context, s session) error {
		if c.Game != 0 {
			named, err := column[int64](ctx, s, findNamed+d.forShare, string(c.Player), int64(c.Game))
			if err := unlessStale(int64(len(named)), err); err != nil {
				return err
			}
		}
		query, args := insertKept, []any{string(c.Player), string(c.Kind), c.Version, c.Touched, c.List, c.Doc}
		if c.Before > 0 {
			query, args = changeKept, append(args, c.Before)
		}
		if err := unlessStale(s.exec(ctx, query, args...)); err != nil {
			return err
		}
		var solvers []statement
		t := c.Tried
		if t.Number > 0 {
			solvers = append(solvers, statement{dropSolver, []any{string(c.Player), int64(t.Grade), int64(t.Number) - 1}, nil})
		}
		if t.Place != "" {
			row := []any{string(c.Player), int64(t.Grade), int64(t.Number), string(t.Place), int64(t.Wrong), c.Touched}
			solvers = append(solvers, statement{keepSolver, row, nil})
		}
		return s.all(ctx, solvers...)
	}))
}

const upsertRecord = `
INSERT INTO records (player, tenant, against, level, won, drawn, lost, run) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
ON CONFLICT (player, tenant, against, level) DO UPDATE SET
	won = records.won + excluded.won, drawn = records.drawn + excluded.drawn, lost = records.lost + excluded.lost,
	run = CASE excluded.won WHEN 0 THEN 0 ELSE records.run + excluded.run END
RETURNING won, drawn, lost, run`

const sumWins = `SELECT CAST(COALESCE(SUM(won), 0) AS BIGINT) FROM records WHERE player = $1 AND tenant = $2 AND against <> 'channel'`

const insertFinished = `
INSERT INTO finished (game, tenant, black, white, entry, annulled, doc) VALUES ($1, $2, $3, $4, $5, 0, $6)`

// applyFinished stores the result of a step that ends a game, with records and ratings. Like countRound, it
// updates records in the order of players, so that two transactions do not deadlock.
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

// addRecord adds r to a player's record, and calls after with the sum.
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

// recount must run before castVote, which takes a shared lock on the row. Two transactions that hold this
// lock and then both change the row would deadlock.
const recount = `UPDATE rooms SET due = $3 WHERE place = $1 AND version = $2 AND due > $3`

// castVote stores a vote if the room has version $2 and the delivery is not known. It keeps hashes of
// the voter's last 16 deliveries, 17 characters each. %s stands for [database.forShare].
const castVote = `
INSERT INTO votes (game, turn, voter, place, square, at, deliveries)
SELECT CAST($3 AS BIGINT), CAST($4 AS BIGINT), CAST($5 AS TEXT), place, CAST($6 AS BIGINT), CAST($7 AS BIGINT), CAST($8 AS TEXT)
FROM rooms WHERE place = $1 AND version = $2 %s
ON CONFLICT (game, turn, voter) DO UPDATE SET
	square = excluded.square, at = CASE votes.square WHEN excluded.square THEN votes.at ELSE excluded.at END,
	deliveries = substr(votes.deliveries, CASE WHEN length(votes.deliveries) > 255 THEN 18 ELSE 1 END) || excluded.deliveries
WHERE excluded.deliveries = '' OR votes.deliveries NOT LIKE '%%' || excluded.deliveries || '%%'`

const findVotes = `
SELECT turn, voter, square, at FROM votes
WHERE game = $1 AND turn >= $2 AND turn <= $3
ORDER BY turn, at, voter`

const (
	countRound = `
INSERT INTO records (player, tenant, against, level, won, drawn, lost, run)
SELECT voter, CAST($3 AS TEXT), 'channel', 0, CASE square WHEN $4 THEN 1 ELSE 0 END, 0, CASE square WHEN $4 THEN 0 ELSE 1 END, 0
FROM votes WHERE game = $1 AND turn = $2 ORDER BY voter` + addVotes
	countVoted = `
INSERT INTO records (player, tenant, against, level, won, drawn, lost, run)
SELECT DISTINCT voter, CAST($2 AS TEXT), 'channel', CAST($3 AS BIGINT), CAST($4 AS BIGINT), CAST($5 AS BIGINT), CAST($6 AS BIGINT), 0
FROM votes WHERE game = $1 ORDER BY voter` + addVotes
	addVotes = `
ON CONFLICT (player, tenant, against, level) DO UPDATE SET
	won = records.won + excluded.won, drawn = records.drawn + excluded.drawn, lost = records.lost + excluded.lost`
)

func (d *database) Vote(ctx context.Context, c game.VoteChange) error {
	defer limitTime(&ctx, d.limits.Attempt)()
	delivery := ""
	if c.Delivery != "" {
		delivery = fmt.Sprintf("%x ", sha256.Sum256([]byte(c.Delivery)))[48:] // 16 digits and a space
	}
	place, version := string(c.Place), c.Room
	args := []any{place, version, int64(c.Game), int64(c.Turn), string(c.Voter), int64(c.Square), c.At, delivery}
	return d.failure(d.write.transact(ctx, false, func(ctx context.Context, s session) error {
		if _, err := s.exec(ctx, recount, place, version, c.Recount); err != nil {
			return err
		}
		n, err := s.exec(ctx, fmt.Sprintf(castVote, d.forShare), args...)
		if n > 0 || err != nil {
			return err
		}
		current, err := column[int64](ctx, s, `SELECT 1 FROM rooms WHERE place = $1 AND version = $2`, place, version)
		if len(current) > 0 {
			return game.ErrDuplicate // the version is right, so the delivery is known
		}
		return cmp.Or(err, game.ErrStale)
	}))
}

func (d *database) Votes(ctx context.Context, id game.ID, from, to uint32) ([]game.Vote, error) {
	defer limitTime(&ctx, d.limits.Attempt)()
	return queryRows(ctx, d.read, findVotes, []any{int64(id), int64(from), int64(to)}, func(scan scan) (game.Vote, error) {
		v := game.Vote{Game: id}
		err := scan(&v.Turn, &v.Voter, &v.Square, &v.At)
		return v, err
	})
}

func countVotes(step game.Step) (counts []statement) {
	id := int64(step.After.ID)
	if turn, square, ok := step.Round(); ok {
		counts = append(counts, statement{countRound, []any{id, int64(turn), string(step.After.Place.Tenant()), int64(square)}, nil})
	}
	if r, ok := step.Voted(); ok {
		counts = append(counts, statement{countVoted, []any{id, string(r.Tenant), int64(r.Level), int64(r.Won), int64(r.Drawn), int64(r.Lost)}, nil})
	}
	return counts
}
