package store

import (
	"context"
	"errors"

	"othellobot/game"
)

// Annul implements [game.Store].
func (d *database) Annul(ctx context.Context, in game.Tenant, these game.Annulment) (changed [][2]game.Player, err error) {
	defer limited(&ctx, d.limits.Search)()
	changed, err = transacted(ctx, d.write, func(ctx context.Context, s session) ([][2]game.Player, error) {
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

// keptAtOnce is how many ratings one statement keeps.
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
	tenants, err := column[game.Tenant](ctx, d.read, `SELECT tenant FROM ladders ORDER BY tenant`)
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
