package store

import (
	"context"
	"errors"
	"time"

	"othellobot/game"
)

// Duels implements [game.Store], but for games that cannot be read.
func (d *database) Duels(ctx context.Context, p game.Player, now time.Time) (game.Duels, error) {
	defer limited(&ctx, d.limits.Attempt)()
	var duels game.Duels
	err := d.read.query(ctx, findDuels, []any{string(p)}, func(scan scan) error {
		var stage, id, version int64
		var place, state string
		if err := scan(&stage, &id, &place, &version, &state); err != nil {
			return err
		}
		if g, err := parseGame(id, place, version, state); err == nil {
			addDuel(&duels, stage, g, p, now)
		}
		return nil
	})
	return duels, err
}

// Unfinished implements [game.Store].
func (d *database) Unfinished(ctx context.Context, p game.Player, most int) ([]game.Unfinished, error) {
	defer limited(&ctx, d.limits.Attempt)()
	return d.unfinished(ctx, findUnfinished, string(p), int64(most))
}

// RunningIn implements [game.Store].
func (d *database) RunningIn(ctx context.Context, channel game.Place, most int) ([]game.Unfinished, error) {
	defer limited(&ctx, d.limits.Attempt)()
	return d.unfinished(ctx, findRunning, string(channel), afterAll(string(channel)), int64(most))
}

// unfinished reads the games that a query finds, but for those that cannot be read.
func (d *database) unfinished(ctx context.Context, query string, args ...any) (found []game.Unfinished, err error) {
	err = d.read.query(ctx, query, args, func(scan scan) error {
		var id, version int64
		var place, state string
		var r slotRow
		if err := scan(append([]any{&id, &place, &version, &state}, r.columns()...)...); err != nil {
			return err
		}
		if n := len(found); n == 0 || found[n-1].Game.ID != game.ID(id) {
			g, err := parseGame(id, place, version, state)
			if err != nil {
				return nil // as if it had been left out
			}
			found = append(found, game.Unfinished{Game: g})
		}
		if r.post != 0 {
			last := &found[len(found)-1]
			last.Slots = append(last.Slots, r.slot(game.ID(id)))
		}
		return nil
	})
	return found, err
}

// Named implements [game.Store]: 500 of them at most, and more when those are
// done.
func (d *database) Named(ctx context.Context, p game.Player) ([]game.Game, error) {
	defer limited(&ctx, d.limits.Search)()
	var games []game.Game
	var unreadable error
	err := d.read.query(ctx, findNamed+` LIMIT 500`, []any{string(p)}, func(scan scan) error {
		var id, version int64
		var place, state string
		if err := scan(&id, &place, &version, &state); err != nil {
			return err
		}
		g, err := d.parse(id, place, version, state)
		if err != nil {
			unreadable = errors.Join(unreadable, err)
			return nil
		}
		games = append(games, g)
		return nil
	})
	if len(games) == 0 && err == nil {
		err = unreadable
	}
	return games, err
}
