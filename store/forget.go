package store

import (
	"context"
	"time"

	"othellobot/game"
)

// One cleaning looks through a bounded number of deliveries, a round at a time, so that it
// does not keep players waiting.
const (
	maxDeliveryRounds = 20
	deliveryRound     = 5000
)

// deliveriesEvery is the least interval between two searches of the deliveries, by all processes
// together.
const deliveriesEvery = time.Hour

// forgetRest forgets what is stored of a game that is forgotten.
func forgetRest(ctx context.Context, s session, id int64) error {
	for _, query := range []string{forgetPlayers, forgetSlots, forgetVotes} {
		if _, err := s.exec(ctx, query, id); err != nil {
			return err
		}
	}
	return nil
}

// Clean implements [game.Store].
func (d *database) Clean(ctx context.Context, now time.Time) error {
	_, err := d.clean(ctx, now)
	return err
}

// clean is Clean, and names the places whose rooms it has changed. It may not know
// all of them if it fails.
func (d *database) clean(ctx context.Context, now time.Time) ([]game.Place, error) {
	defer limited(&ctx, d.limits.Sweep)()
	places, err := d.forgetGames(ctx, now)
	if err != nil {
		return places, err
	}
	silent, err := d.forgetPlaces(ctx, now)
	if err != nil {
		return places, err
	}
	places = append(places, silent...)
	for _, forget := range []func(context.Context, time.Time) error{d.forgetOldPuzzlers, d.forgetUntouched} {
		if err := forget(ctx, now); err != nil {
			return places, err
		}
	}
	if err := d.forgetOldPeople(ctx, now); err != nil {
		return places, err
	}
	return places, d.forgetDeliveries(ctx, now)
}

// forgetGames forgets the games whose time is up.
func (d *database) forgetGames(ctx context.Context, now time.Time) ([]game.Place, error) {
	return transacted(ctx, d.write, func(ctx context.Context, s session) (places []game.Place, err error) {
		games, err := listed(ctx, s, findForgotten, []any{now.UnixMilli()}, func(scan scan) (f forgotten, err error) {
			err = scan(&f.id, &f.place, &f.ended)
			return f, err
		})
		if err != nil {
			return nil, err
		}
		for _, f := range games {
			if err := f.forget(ctx, s); err != nil {
				return nil, err
			}
			places = append(places, game.Place(f.place))
		}
		return places, nil
	})
}

// forgotten is a game whose time is up.
type forgotten struct {
	id    int64
	place string
	ended int64
}

func (f forgotten) forget(ctx context.Context, s session) error {
	if n, err := s.exec(ctx, forgetGame, f.id); n == 0 || err != nil {
		return err // somebody else was faster
	}
	if err := forgetRest(ctx, s, f.id); err != nil {
		return err
	}
	_, err := s.exec(ctx, touchPlace, f.place, f.ended)
	return err
}

// forgetPlaces forgets the settings of places where nothing happens any more.
func (d *database) forgetPlaces(ctx context.Context, now time.Time) ([]game.Place, error) {
	return transacted(ctx, d.write, func(ctx context.Context, s session) ([]game.Place, error) {
		// A place with a game cannot have been silent for longer than that is kept.
		silent, again := now.Add(-2*d.timing.Retention), now.Add(-d.timing.Retention)
		if n, err := s.exec(ctx, reviewPlaces, silent.UnixMilli(), again.UnixMilli()); n == 0 || err != nil {
			return nil, err
		}
		return column[game.Place](ctx, s, forgetPlaces)
	})
}

// forgetDeliveries looks through some deliveries for those whose time is up, and goes on
// from there when it is called again. One process an hour begins to.
func (d *database) forgetDeliveries(ctx context.Context, now time.Time) error {
	before := now.Add(-game.DeliveryMemory).UnixMilli()
	from, _ := d.delivered.Load().(string)
	defer func() { d.delivered.Store(from) }()
	if from == "" {
		n, err := d.write.change(ctx, beginDeliveries, now.Add(deliveriesEvery).UnixMilli(), now.UnixMilli())
		if n == 0 || err != nil {
			return err
		}
	}
	for range maxDeliveryRounds {
		var found, old int
		var to string
		err := d.read.query(ctx, oldDeliveries, []any{from, before, int64(deliveryRound)}, func(scan scan) error { return scan(&found, &old, &to) })
		if err == nil && old > 0 {
			_, err = d.write.change(ctx, forgetDeliveries, from, to, before)
		}
		if err != nil {
			return err
		}
		if from = to; found < deliveryRound {
			from = ""
			return nil
		}
	}
	return nil
}
