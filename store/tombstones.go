package store

import (
	"context"
	"fmt"
	"time"

	"othellobot/game"
)

// purgeGames limits the games that a step of a purge deletes, and purgeRows the rows that nothing
// else belongs to. A step keeps a move waiting no longer than some other moves do.
const (
	purgeGames = 10
	purgeRows  = 300
)

// Bury implements [game.Store].
func (d *database) Bury(ctx context.Context, t game.Tombstone) error {
	defer limited(&ctx, d.limits.Attempt)()
	over := tenures(t.Prefix)
	args := []any{t.Prefix, string(t.Loss), t.Since.UnixMilli(), t.Confirm.UnixMilli(), over[0], over[1], over[2]}
	_, err := d.write.change(ctx, buryPlaces, args...)
	return d.failure(err)
}

// Revive implements [game.Store].
func (d *database) Revive(ctx context.Context, name string) error {
	_, err := d.revive(ctx, name)
	return err
}

// revive is Revive, and gives the prefixes of the tombstones.
func (d *database) revive(ctx context.Context, name string) (prefixes []string, err error) {
	defer limited(&ctx, d.limits.Attempt)()
	over := tenures(name)
	return transacted(ctx, d.write, func(ctx context.Context, s session) ([]string, error) {
		return column[string](ctx, s, revivePlaces, over[0], over[1], over[2])
	})
}

// Doubtful implements [game.Store].
func (d *database) Doubtful(ctx context.Context, now, until time.Time, most int, prefixes []string) ([]game.Tombstone, error) {
	defer limited(&ctx, d.limits.Search)()
	among, args := anyPrefix(prefixes, []any{now.UnixMilli(), int64(most)})
	var found []game.Tombstone
	var due []int64
	err := d.read.query(ctx, fmt.Sprintf(findDoubtful, among), args, func(scan scan) error {
		var t game.Tombstone
		var since, confirm, at int64
		err := scan(&t.Prefix, &t.Loss, &since, &confirm, &at)
		t.Since, t.Confirm = time.UnixMilli(since), time.UnixMilli(confirm)
		found, due = append(found, t), append(due, at)
		return err
	})
	if len(found) == 0 || err != nil {
		return nil, err
	}
	return transacted(ctx, d.write, func(ctx context.Context, s session) (taken []game.Tombstone, err error) {
		for i, t := range found {
			n, err := s.exec(ctx, takeDoubtful, t.Prefix, due[i], until.UnixMilli())
			if err != nil {
				return nil, err
			}
			if n > 0 {
				taken = append(taken, t)
			}
		}
		return taken, nil
	})
}

// Purge implements [game.Store].
func (d *database) Purge(ctx context.Context, now time.Time) (bool, error) {
	purged, err := d.purge(ctx, now)
	if purged.tombstone != "" {
		d.scrubSoon(ctx)
	}
	return purged.more, err
}

// purged tells what one step of a purge has done.
type purged struct {
	places    []game.Place // whose rooms it has changed
	tombstone string       // the prefix of the one that it has taken away, if it has
	more      bool
}

// purge is one step of a purge. It has locked the tombstone before it deletes, so
// that whoever revives a place deletes none of what follows.
func (d *database) purge(ctx context.Context, now time.Time) (purged, error) {
	defer limited(&ctx, d.limits.Search)()
	waits := false
	err := d.read.query(ctx, findConfirmed, []any{now.UnixMilli()}, func(scan) error {
		waits = true
		return nil
	})
	if !waits || err != nil {
		return purged{}, err
	}
	return transacted(ctx, d.write, func(ctx context.Context, s session) (purged, error) { return purgeStep(ctx, s, now) })
}

func purgeStep(ctx context.Context, s session, now time.Time) (done purged, err error) {
	var prefix string
	args := []any{now.UnixMilli(), now.Add(game.PurgePause).UnixMilli()}
	if err := s.query(ctx, takeConfirmed, args, func(scan scan) error { return scan(&prefix) }); prefix == "" || err != nil {
		return purged{}, err
	}
	within := []any{prefix, afterAll(prefix), int64(purgeRows)}
	var games []int64
	err = s.query(ctx, purgeGamesOf, []any{prefix, afterAll(prefix), int64(purgeGames)}, func(scan scan) error {
		var id int64
		var place string
		err := scan(&id, &place)
		games, done.places = append(games, id), append(done.places, game.Place(place))
		return err
	})
	if err != nil {
		return purged{}, err
	}
	for _, id := range games {
		if err := forgetRest(ctx, s, id); err != nil {
			return purged{}, err
		}
	}
	done.more = true
	if len(games) > 0 {
		return done, nil
	}
	done.places, err = column[game.Place](ctx, s, purgeSettingsOf, within...)
	if len(done.places) > 0 || err != nil {
		return done, err
	}
	if more, err := purgeRecords(ctx, s, prefix); more || err != nil {
		return done, err
	}
	puzzlers := 0
	err = s.query(ctx, purgePuzzlersOf, within, func(scan) error {
		puzzlers++
		return nil
	})
	if puzzlers > 0 || err != nil {
		return done, err
	}
	for _, query := range []string{unnamePuzzlers, unnameFormer, purgePeopleOf, unlistPeople, purgeExercises} {
		if n, err := s.exec(ctx, query, within...); n > 0 || err != nil {
			return done, err
		}
	}
	err = endPurge(ctx, s, prefix, now, &done)
	return done, err
}

// endPurge takes the tombstone away under which nothing is left, if it has stood for long
// enough.
func endPurge(ctx context.Context, s session, prefix string, now time.Time, done *purged) error {
	rest := game.PurgeRest.Milliseconds()
	n, err := s.exec(ctx, dropTombstone, prefix, rest, now.UnixMilli())
	if n > 0 || err != nil {
		done.tombstone = prefix
		return err
	}
	done.more = false
	_, err = s.exec(ctx, restTombstone, prefix, rest)
	return err
}

// Scrub implements [game.Store].
func (d *database) Scrub(ctx context.Context) error {
	defer limited(&ctx, d.limits.Attempt)()
	return d.scrub(ctx)
}

// scrubWithin is how long somebody waits for the scrubber who has more to do.
const scrubWithin = 500 * time.Millisecond

// scrubSoon is Scrub for somebody who does not wait long.
func (d *database) scrubSoon(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, scrubWithin)
	defer cancel()
	_ = d.scrub(ctx) // it is done later
}
