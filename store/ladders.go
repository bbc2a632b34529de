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

const insertEntry = `
INSERT INTO finished (game, tenant, black, white, level, winner, black_discs, white_discs, ended,
	number, by_black, by_white, run, wins, entry, rated)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`

// lengthen locks the ladder of a tenant until the transaction ends.
const lengthen = `
INSERT INTO tenants (tenant, entries, posted) VALUES ($1, $2, 0)
ON CONFLICT (tenant) DO UPDATE SET entries = tenants.entries + excluded.entries RETURNING entries`

const findRatings = `SELECT player, seat, hidden, state FROM ratings WHERE tenant = $1 AND player IN `

// SQLite prepares a statement anew each time that it gets the number of a LIMIT, unless that is
// part of an expression (sqlite3ExprIsInteger in https://www.sqlite.org/src/file/src/expr.c).
const findMet = `
SELECT entry, winner, ended, rated FROM finished
WHERE black = $2 AND white = $3 AND tenant = $1 AND entry > 0 AND annulled = 0
UNION ALL SELECT entry, winner, ended, rated FROM finished
WHERE black = $3 AND white = $2 AND tenant = $1 AND entry > 0 AND annulled = 0
ORDER BY entry DESC LIMIT CAST($4 AS BIGINT)`

const findLog = `SELECT black, white, winner, ended, rated, annulled FROM finished WHERE tenant = $1 AND entry > 0`

const upsertRating = `
INSERT INTO ratings (tenant, player, seat, rating, stage, season, hidden, state) VALUES `

const onRated = `
ON CONFLICT (tenant, player) DO UPDATE SET
	seat = excluded.seat, rating = excluded.rating, stage = excluded.stage, season = excluded.season, state = excluded.state`

const annulFinished = `
UPDATE finished SET annulled = CAST($5 AS BIGINT)
WHERE tenant = $1 AND entry > 0 AND annulled <> CAST($5 AS BIGINT) AND ($4 = '' OR black <> $4 AND white <> $4) AND game IN (
	SELECT CAST($2 AS BIGINT)
	UNION ALL SELECT game FROM finished WHERE black = $3 AND $3 <> ''
	UNION ALL SELECT game FROM finished WHERE white = $3 AND $3 <> '')
RETURNING black, white`

const findBest = `
SELECT player, seat, hidden, state FROM ratings
WHERE tenant = $1 AND stage = $2 AND season >= $3 AND hidden = 0 ORDER BY rating DESC, player LIMIT CAST($4 AS BIGINT)`

const (
	better    = ` FROM ratings WHERE tenant = $1 AND stage = 2 AND rating > $2 AND season >= $3 AND hidden = 0`
	findPlace = `SELECT COUNT(*) FROM (SELECT 1` + better + ` LIMIT CAST($4 AS BIGINT)) AS above`
	findAbove = `SELECT player, seat, hidden, state` + better + ` ORDER BY rating, player DESC LIMIT 1`
)

// The stages of ratings, as the table has them.
const (
	stageUnlisted int64 = iota
	stageListed
	stagePlaced
)

func ratingStage(r game.Rating) int64 {
	switch {
	case r.Placed():
		return stagePlaced
	case r.Listed():
		return stageListed
	default:
		return stageUnlisted
	}
}

// before is what is known of a log and of two people before the next game of theirs.
type before struct {
	entry int64 // the number of that game
	rated []game.Rating
	met   []rating.Result
}

// found finds it out about a game. Whoever changes ratings of a tenant has its ladder first,
// and so waits for nobody who waits for them.
func (b *before) found(f game.Finished) []statement {
	return []statement{
		{lengthen, []any{string(f.Tenant), int64(1)}, func(scan scan) error { return scan(&b.entry) }},
		ratingsOf(&b.rated, f.Tenant, f.Black, f.White),
		met(&b.met, f.Tenant, f.Black, f.White),
	}
}

// keep makes the game an entry of its log, and changes the ratings of who played it.
func (b *before) keep(ctx context.Context, s session, f game.Finished) error {
	of := func(p game.Player) (found game.Rating) { // zero if there is none
		if i := slices.IndexFunc(b.rated, func(r game.Rating) bool { return r.Player == p }); i >= 0 {
			found = b.rated[i]
		}
		return found
	}
	black, white := of(f.Black), of(f.White)
	last := slices.DeleteFunc(b.met, func(r rating.Result) bool { // of somebody who is being forgotten
		return min(r.Black, r.White) != min(black.Seat, white.Seat) || max(r.Black, r.White) != max(black.Seat, white.Seat)
	})
	black, white = f.Rate(b.entry, black, white, last)
	text, err := json.Marshal(f.Rated)
	if err != nil {
		return err
	}
	ratings, err := keepRatings(f.Tenant, black, white)
	if err != nil {
		return err
	}
	return s.all(ctx, statement{insertEntry, append(finishedRow(f), b.entry, string(text)), nil}, ratings)
}

// met finds the last results between two people.
func met(last *[]rating.Result, in game.Tenant, one, other game.Player) statement {
	return statement{findMet, []any{string(in), string(one), string(other), int64(rating.Memory)}, func(scan scan) error {
		var f game.Finished
		var entry, verdict int64
		var rated string
		err := scan(&entry, &verdict, &f.Ended, &rated)
		f.Verdict = game.Verdict(verdict)
		err = errors.Join(err, readRated(&f.Rated, rated))
		*last = append(*last, f.Result())
		return err
	}}
}

func readRated(r *game.Rated, text string) error {
	if text == "" {
		return nil
	}
	return json.Unmarshal([]byte(text), r)
}

// keepRatings keeps ratings but for whether they are hidden, and none of who is not named.
// Somebody must be.
func keepRatings(in game.Tenant, of ...game.Rating) (statement, error) {
	var rows []string
	args := []any{string(in)}
	for _, r := range of {
		if !r.Player.Person() {
			continue
		}
		text, err := json.Marshal(r.State)
		if err != nil {
			return statement{}, err
		}
		n := len(args)
		rows = append(rows, fmt.Sprintf(`($1, $%d, $%d, $%d, $%d, $%d, 0, $%d)`, n+1, n+2, n+3, n+4, n+5, n+6))
		args = append(args, string(r.Player), int64(r.Seat), int64(r.Rating), ratingStage(r), int64(r.This.Season), string(text))
	}
	return statement{upsertRating + strings.Join(rows, ", ") + onRated, args, nil}, nil
}

func ratingsOf(found *[]game.Rating, in game.Tenant, people ...game.Player) statement {
	args := []any{string(in)}
	var numbers []string
	for _, p := range people {
		args = append(args, string(p))
		numbers = append(numbers, fmt.Sprint("$", len(args)))
	}
	return statement{findRatings + "(" + strings.Join(numbers, ", ") + ")", args, func(scan scan) error {
		one, err := readRating(scan)
		*found = append(*found, one)
		return err
	}}
}

func readRating(scan scan) (r game.Rating, err error) {
	var seat, hidden int64
	var state string
	err = scan(&r.Player, &seat, &hidden, &state)
	r.Seat, r.Hidden, r.State = rating.Seat(seat), hidden == 1, rating.New()
	if state != "" {
		err = errors.Join(err, json.Unmarshal([]byte(state), &r.State))
	}
	return r, err
}

// Ratings implements [game.Store].
func (d *database) Ratings(ctx context.Context, in game.Tenant, people ...game.Player) (found []game.Rating, last []rating.Result, err error) {
	defer limited(&ctx, d.limits.Attempt)()
	q := ratingsOf(&found, in, people...)
	err = d.read.query(ctx, q.query, q.args, q.row)
	if len(people) == 2 && err == nil {
		q = met(&last, in, people[0], people[1])
		err = d.read.query(ctx, q.query, q.args, q.row)
	}
	return found, last, err
}

// Top implements [game.Store].
func (d *database) Top(ctx context.Context, in game.Tenant, since rating.Season, p game.Player, most int) (t game.Top, err error) {
	defer limited(&ctx, d.limits.Attempt)()
	mine, _, err := d.Ratings(ctx, in, p)
	if err != nil {
		return t, err
	}
	if t.Mine = (game.Rating{Player: p, State: rating.New()}); len(mine) > 0 {
		t.Mine = mine[0]
	}
	list := func(to *[]game.Rating, query string, args ...any) {
		if err == nil {
			*to, err = listed(ctx, d.read, query, args, readRating)
		}
	}
	list(&t.Best, findBest, string(in), stagePlaced, int64(since), int64(most))
	list(&t.Placing, findBest, string(in), stageListed, int64(since), int64(most))
	if !t.Mine.Placed() || t.Mine.This.Season < since || err != nil {
		return t, err
	}
	than := []any{string(in), int64(t.Mine.Rating), int64(since)}
	above := 0
	err = d.read.query(ctx, findPlace, append(than[:3:3], game.MostPlaces), func(scan scan) error { return scan(&above) })
	var next []game.Rating
	list(&next, findAbove, than...)
	if len(next) > 0 {
		t.Above = next[0]
	}
	t.Place = placeAfter(above)
	return t, err
}

// placeAfter is the place of somebody with so many people above, 0 if they are counted no
// further.
func placeAfter(above int) int {
	if above >= game.MostPlaces {
		return 0
	}
	return above + 1
}

// Annul implements [game.Store].
func (d *database) Annul(ctx context.Context, in game.Tenant, these game.Annulment) (changed [][2]game.Player, err error) {
	defer limited(&ctx, d.limits.Search)()
	changed, err = transacted(ctx, d.write, false, func(ctx context.Context, s session) ([][2]game.Player, error) {
		if err := s.query(ctx, lengthen, []any{string(in), int64(0)}, func(scan) error { return nil }); err != nil {
			return nil, err
		}
		args := []any{string(in), int64(these.Game), string(these.Player), string(these.Without), asNumber(!these.Back)}
		changed, err := listed(ctx, s, annulFinished, args, func(scan scan) (players [2]game.Player, err error) {
			err = scan(&players[0], &players[1])
			return players, err
		})
		if len(changed) == 0 || err != nil {
			return nil, err
		}
		wrong, err := misrated(ctx, s, in)
		if err != nil {
			return nil, err
		}
		return changed, keepAll(ctx, s, in, wrong)
	})
	return changed, d.failure(err)
}

// keptAtOnce is the number of ratings that one statement stores.
const keptAtOnce = 100

func keepAll(ctx context.Context, s session, in game.Tenant, all []game.Rating) error {
	for len(all) > 0 {
		n := min(keptAtOnce, len(all))
		ratings, err := keepRatings(in, all[:n]...)
		if err != nil {
			return err
		}
		if err := s.all(ctx, ratings); err != nil {
			return err
		}
		all = all[n:]
	}
	return nil
}

// misrated folds the log of a tenant, and gives the ratings that are kept otherwise, as they
// should be.
func misrated(ctx context.Context, r reader, in game.Tenant) (wrong []game.Rating, err error) {
	var log []game.Finished
	var texts []string // to be read when the query has ended, whose time is limited
	err = r.query(ctx, findLog, []any{string(in)}, func(scan scan) error {
		var f game.Finished
		var verdict, annulled int64
		var rated string
		err := scan(&f.Black, &f.White, &verdict, &f.Ended, &rated, &annulled)
		f.Verdict, f.Rated.Annulled = game.Verdict(verdict), annulled == 1
		log, texts = append(log, f), append(texts, rated)
		return err
	})
	for i := range texts {
		err = errors.Join(err, readRated(&log[i].Rated, texts[i]))
	}
	if err != nil {
		return nil, err
	}
	ladder := game.LadderOf(log, nil)
	missing := ladder.People()
	const kept = `SELECT player, seat, hidden, state, rating, stage, season FROM ratings WHERE tenant = $1 AND seat > 0`
	err = r.query(ctx, kept, []any{string(in)}, func(scan scan) error {
		var number, stage, season int64 // which the ladder is listed by
		is, err := readRating(func(to ...any) error { return scan(append(to, &number, &stage, &season)...) })
		should := game.Rating{Player: is.Player, Seat: is.Seat, Hidden: is.Hidden, State: ladder.Of(is.Seat)}
		listed := number == int64(should.Rating) && stage == ratingStage(should) && season == int64(should.This.Season)
		if delete(missing, is.Player); should != is || !listed {
			wrong = append(wrong, should)
		}
		return err
	})
	for _, r := range missing {
		wrong = append(wrong, r)
	}
	return wrong, err
}

// CheckRatings implements [Operators].
func (d *database) CheckRatings(ctx context.Context) (kept, wrong int, err error) {
	tenants, err := column[game.Tenant](ctx, d.read, `SELECT tenant FROM tenants ORDER BY tenant`)
	if err != nil {
		return 0, 0, err
	}
	for _, in := range tenants {
		found, err := misrated(ctx, d.read, in)
		if err != nil {
			return 0, 0, err
		}
		wrong += len(found)
	}
	err = d.read.query(ctx, `SELECT COUNT(*) FROM ratings WHERE seat > 0`, nil, func(scan scan) error { return scan(&kept) })
	return kept, wrong, err
}
