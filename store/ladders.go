package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"othellobot/game"
	"othellobot/rating"
)

const (
	// growLog also locks the tenant's row until the transaction ends. Every transaction that computes ratings
	// runs it before it reads ratings or the log, so that it sees the results of all earlier transactions.
	growLog = `
INSERT INTO tenants (tenant, entries, posted) VALUES ($1, $2, 0)
ON CONFLICT (tenant) DO UPDATE SET entries = tenants.entries + excluded.entries RETURNING entries`

	// With a plain LIMIT $4, SQLite would prepare the query again for each value of $4. The CAST prevents that
	// (sqlite3ExprIsInteger in https://www.sqlite.org/src/file/src/expr.c).
	findLog      = `SELECT ` + finishedColumns + ` FROM finished WHERE tenant = $1 AND entry > 0`
	findMeetings = `
SELECT ` + finishedColumns + ` FROM finished WHERE black = $2 AND white = $3 AND ` + counted + `
UNION ALL SELECT ` + finishedColumns + ` FROM finished WHERE black = $3 AND white = $2 AND ` + counted + `
ORDER BY entry DESC LIMIT CAST($4 AS BIGINT)`
	counted         = `tenant = $1 AND entry > 0 AND annulled = 0`
	finishedColumns = `game, tenant, black, white, entry, annulled, doc`

	hideRating = `
INSERT INTO ratings (tenant, player, rating, stage, season, hidden, doc) VALUES ($1, $2, 0, 0, 0, $3, '{}')
ON CONFLICT (tenant, player) DO UPDATE SET hidden = excluded.hidden`

	findRatings = `SELECT ` + ratingColumns + ` FROM ratings WHERE tenant = $1 AND player IN (%s)`
	findRated   = `SELECT ` + ratingColumns + `, rating, stage, season FROM ratings WHERE tenant = $1`
	findBest    = `SELECT ` + ratingColumns + ranked + ` ORDER BY rating DESC, player LIMIT CAST($4 AS BIGINT)`
	// findAbove finds the player directly above rating $4, and counts the players above it, up to $5.
	findAbove = `
SELECT ` + ratingColumns + `, (SELECT COUNT(*) FROM (SELECT 1` + ranked + ` AND rating > $4 LIMIT CAST($5 AS BIGINT)) AS above)` +
		ranked + ` AND rating > $4 ORDER BY rating, player DESC LIMIT 1`
	ranked        = ` FROM ratings WHERE tenant = $1 AND stage = $2 AND season >= $3 AND hidden = 0`
	ratingColumns = `player, hidden, doc`

	// upsertRating leaves hidden unchanged in an existing row.
	upsertRating = `
INSERT INTO ratings (tenant, player, doc, rating, stage, season, hidden) VALUES ($1, $2, $3, $4, $5, $6, 0)
ON CONFLICT (tenant, player) DO UPDATE SET
	doc = excluded.doc, rating = excluded.rating, stage = excluded.stage, season = excluded.season`
)

// Values of the column stage, which is 0 for other players.
const stageListed, stagePlaced int64 = 1, 2

// rankOf returns rating, stage and season.
func rankOf(r game.Rating) []any {
	stage := asNumber(r.Listed()) * stageListed
	if r.Placed() {
		stage = stagePlaced
	}
	return []any{int64(r.Rating), stage, int64(r.This.Season)}
}

func saveRatings(in game.Tenant, ratings []game.Rating) (keeps []statement, err error) {
	for _, r := range ratings {
		doc, failed := json.Marshal(r)
		err = errors.Join(err, failed)
		keeps = append(keeps, statement{upsertRating, append([]any{string(in), string(r.Player), string(doc)}, rankOf(r)...), nil})
	}
	return keeps, err
}

func selectRatings(found *[]game.Rating, in game.Tenant, people ...game.Player) statement {
	args := []any{string(in)}
	var numbers []string
	for _, p := range people {
		args = append(args, string(p))
		numbers = append(numbers, fmt.Sprint("$", len(args)))
	}
	return statement{fmt.Sprintf(findRatings, strings.Join(numbers, ", ")), args, func(scan scan) error {
		r, err := scanRating(scan)
		*found = append(*found, r)
		return err
	}}
}

func scanRating(scan scan) (r game.Rating, err error) {
	var hidden int64
	var doc []byte
	if err := scan(&r.Player, &hidden, &doc); err != nil {
		return r, err
	}
	r.Hidden, r.State = hidden == 1, rating.New()
	return r, json.Unmarshal(doc, &r)
}

func selectMeetings(last *[]rating.Result, in game.Tenant, one, other game.Player) statement {
	return statement{findMeetings, []any{string(in), string(one), string(other), int64(rating.Memory)}, func(scan scan) error {
		f, doc, err := scanFinished(scan)
		err = errors.Join(err, json.Unmarshal(doc, &f))
		*last = append(*last, f.Result())
		return err
	}}
}

// scanFinished reads finishedColumns. It does not parse the document.
func scanFinished(scan scan) (f game.Finished, doc []byte, err error) {
	var id, annulled int64
	err = scan(&id, &f.Tenant, &f.Black, &f.White, &f.Rated.Entry, &annulled, &doc)
	f.Game, f.Rated.Annulled = game.ID(id), annulled == 1
	return f, doc, err
}

func logOf(ctx context.Context, r reader, in game.Tenant) (log []game.Finished, err error) {
	var docs [][]byte // parsed after the query, which has a time limit
	err = r.query(ctx, findLog, []any{string(in)}, func(scan scan) error {
		f, doc, err := scanFinished(scan)
		log, docs = append(log, f), append(docs, doc)
		return err
	})
	for i := range docs {
		err = errors.Join(err, json.Unmarshal(docs[i], &log[i]))
	}
	return log, err
}

func (d *database) Ratings(ctx context.Context, in game.Tenant, people ...game.Player) (found []game.Rating, last []rating.Result, err error) {
	defer limitTime(&ctx, d.limits.Attempt)()
	q := selectRatings(&found, in, people...)
	err = d.read.query(ctx, q.query, q.args, q.row)
	if len(people) == 2 && err == nil {
		q = selectMeetings(&last, in, people[0], people[1])
		err = d.read.query(ctx, q.query, q.args, q.row)
	}
	return found, last, err
}

func (d *database) Top(ctx context.Context, in game.Tenant, since rating.Season, p game.Player, most int) (t game.Top, err error) {
	defer limitTime(&ctx, d.limits.Attempt)()
	mine, _, err := d.Ratings(ctx, in, p)
	if err != nil {
		return t, err
	}
	if t.Mine = (game.Rating{Player: p, State: rating.New()}); len(mine) > 0 {
		t.Mine = mine[0]
	}
	of := func(stage int64, rest ...any) []any { return append([]any{string(in), stage, int64(since)}, rest...) }
	if t.Best, err = queryRows(ctx, d.read, findBest, of(stagePlaced, int64(most)), scanRating); err != nil {
		return t, err
	}
	t.Placing, err = queryRows(ctx, d.read, findBest, of(stageListed, int64(most)), scanRating)
	if !t.Mine.Placed() || t.Mine.This.Season < since || err != nil {
		return t, err
	}
	t.Rank = 1
	err = d.read.query(ctx, findAbove, of(stagePlaced, int64(t.Mine.Rating), int64(game.MaxListed)), func(scan scan) (err error) {
		var above int
		t.Above, err = scanRating(func(to ...any) error { return scan(append(to, &above)...) })
		if t.Rank = above + 1; above == game.MaxListed {
			t.Rank = 0
		}
		return err
	})
	return t, err
}

func (d *database) SetHidden(ctx context.Context, in game.Tenant, p game.Player, hidden bool) error {
	defer limitTime(&ctx, d.limits.Attempt)()
	_, err := d.change(ctx, hideRating, string(in), string(p), asNumber(hidden))
	return d.failure(err)
}

func asNumber(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

func (d *database) Annul(ctx context.Context, in game.Tenant, these game.Annulment) (changed []game.Finished, err error) {
	defer limitTime(&ctx, d.limits.Search)()
	changed, err = inTransaction(ctx, d.write, false, func(ctx context.Context, s session) ([]game.Finished, error) {
		if _, err := column[int64](ctx, s, growLog, string(in), int64(0)); err != nil {
			return nil, err
		}
		log, err := logOf(ctx, s, in)
		changed := these.Apply(log)
		if len(changed) == 0 || err != nil {
			return nil, err
		}
		_, wrong, err := misrated(ctx, s, in, log)
		rest, failed := saveRatings(in, wrong)
		if err := errors.Join(err, failed); err != nil {
			return nil, err
		}
		for _, f := range changed {
			rest = append(rest, statement{`UPDATE finished SET annulled = $2 WHERE game = $1`, []any{int64(f.Game), asNumber(f.Rated.Annulled)}, nil})
		}
		return changed, s.all(ctx, rest...)
	})
	return changed, d.failure(err)
}

// misrated recomputes a tenant's ratings. It returns the number of stored ratings, and the correct rating for
// each one that is wrong or missing.
func misrated(ctx context.Context, r reader, in game.Tenant, log []game.Finished) (kept int, wrong []game.Rating, err error) {
	ladder := game.LadderOf(log, nil)
	err = r.query(ctx, findRated, []any{string(in)}, func(scan scan) error {
		var points, stage, season int64
		is, err := scanRating(func(to ...any) error { return scan(append(to, &points, &stage, &season)...) })
		if is.Seat == 0 { // the player has no rated game; the row only stores the choice to be hidden
			return err
		}
		kept++
		should := game.Rating{Player: is.Player, Seat: is.Seat, Hidden: is.Hidden, State: ladder.Of(is.Seat)}
		if should != is || !slices.Equal(rankOf(should), []any{points, stage, season}) {
			wrong = append(wrong, should)
		}
		delete(ladder.People, is.Player)
		return err
	})
	for _, missing := range ladder.People {
		wrong = append(wrong, missing)
	}
	return kept, wrong, err
}

// CheckRatings recomputes all ratings from the logs. It counts the stored ratings, and those that
// are wrong or missing. While games end, it may count correct ratings as wrong.
func (o Operators) CheckRatings(ctx context.Context) (kept, wrong int, err error) {
	tenants, err := column[game.Tenant](ctx, o.db.read, `SELECT tenant FROM tenants ORDER BY tenant`)
	if err != nil {
		return 0, 0, err
	}
	for _, in := range tenants {
		log, err := logOf(ctx, o.db.read, in)
		found, misfits, failed := misrated(ctx, o.db.read, in, log)
		if err := errors.Join(err, failed); err != nil {
			return 0, 0, err
		}
		kept, wrong = kept+found, wrong+len(misfits)
	}
	return kept, wrong, nil
}
