package store

import (
	"context"
	"errors"

	"othellobot/game"
)

// Annul implements [game.Store].
func (d *database) Annul(ctx context.Context, in game.Tenant, these game.Annulment) (annulled int, err error) {
	defer limited(&ctx, d.limits.Search)()
	err = d.write.transact(ctx, func(ctx context.Context, s session) error {
		annulled = 0
		if err := s.query(ctx, lengthen, []any{string(in), int64(0)}, func(scan) error { return nil }); err != nil {
			return err
		}
		n, err := s.exec(ctx, annulFinished, string(in), int64(these.Game), string(these.Player), string(these.Without))
		if n == 0 || err != nil {
			return err
		}
		annulled = int(n)
		wrong, err := misrated(ctx, s, in)
		if err != nil {
			return err
		}
		return keepAll(ctx, s, in, wrong)
	})
	if err != nil {
		return 0, d.failure(err) // annulled may be written yet
	}
	return annulled, nil
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
	err = r.query(ctx, `SELECT player, seat, hidden, state FROM ratings WHERE tenant = $1 AND seat > 0`, []any{string(in)}, func(scan scan) error {
		is, err := readRating(scan)
		should := game.Rating{Player: is.Player, Seat: is.Seat, Hidden: is.Hidden, State: ladder.Of(is.Seat)}
		if delete(missing, is.Player); should != is {
			wrong = append(wrong, should)
		}
		return err
	})
	for _, r := range missing {
		wrong = append(wrong, r)
	}
	return wrong, err
}

// CheckRatings folds the log of every tenant again, and counts the ratings that are kept, and
// those of them that are not what the log comes to. While games end, it may find some wrong
// that are not.
func (s *Store) CheckRatings(ctx context.Context) (kept, wrong int, err error) {
	if s.operators == nil {
		return 0, 0, errInMemory
	}
	return s.operators.checkRatings(ctx)
}

func (d *database) checkRatings(ctx context.Context) (kept, wrong int, err error) {
	var tenants []game.Tenant
	err = d.read.query(ctx, `SELECT tenant FROM ladders ORDER BY tenant`, nil, func(scan scan) error {
		var in game.Tenant
		err := scan(&in)
		tenants = append(tenants, in)
		return err
	})
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
