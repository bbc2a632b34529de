package store

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"othellobot/game"
)

// Vote implements [game.Store]. It changes no room.
func (c *cache) Vote(ctx context.Context, v game.Cast) error {
	defer limited(&ctx, c.limits.Attempt)()
	err := c.database.Vote(ctx, v)
	if !errors.Is(err, game.ErrStale) {
		return err
	}
	done, failed := c.turn(ctx, v.Place)
	if failed != nil {
		return failed
	}
	defer done()
	c.drop(v.Place) // which has changed below, and perhaps not here yet
	return err
}

// Bury implements [game.Store].
func (c *cache) Bury(ctx context.Context, t game.Tombstone) error {
	c.begin()
	err := c.database.Bury(ctx, t)
	whenEnded(err, func() { c.end(func(at game.Place) bool { return strings.HasPrefix(string(at), t.Prefix) }) })
	return err
}

// Revive implements [game.Store].
func (c *cache) Revive(ctx context.Context, name string) error {
	c.begin()
	prefixes, err := c.revive(ctx, name)
	whenEnded(err, func() {
		c.end(func(at game.Place) bool {
			return err != nil || slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(string(at), p) })
		})
	})
	return err
}

// Strike implements [game.Store].
func (c *cache) Strike(ctx context.Context, p game.Player, now time.Time) (bool, error) {
	c.begin()
	places, more, err := c.strike(ctx, p, now)
	whenEnded(err, func() { c.end(func(at game.Place) bool { return err != nil || slices.Contains(places, at) }) })
	return more, err
}

// Purge implements [game.Store].
func (c *cache) Purge(ctx context.Context, now time.Time) (bool, error) {
	c.begin()
	purged, err := c.purge(ctx, now)
	whenEnded(err, func() {
		c.end(func(at game.Place) bool {
			return err != nil || slices.Contains(purged.places, at) || purged.tombstone != "" && strings.HasPrefix(string(at), purged.tombstone)
		})
	})
	if purged.tombstone != "" {
		c.scrubSoon(ctx)
	}
	return purged.more, err
}

// Clean implements [game.Store].
func (c *cache) Clean(ctx context.Context, now time.Time) error {
	places, err := c.clean(ctx, now)
	whenEnded(err, func() { c.forget(places, err) })
	return err
}
