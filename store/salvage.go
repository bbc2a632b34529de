package store

import (
	"context"
	"errors"
	"time"

	"othellobot/game"
)

const salvageGame = `
UPDATE games SET version = $3, stage = 4, duel = 0, challenger = '', ended = $4, due = $5, state = $6
WHERE id = $1 AND version = $2`

const dropUnreadable = `DELETE FROM games WHERE id = $1 AND version = $2`

// unread is a game that nobody can read, as it is stored.
type unread struct {
	id, version  int64
	place, state string
}

// salvage makes of the games that name a player and that nobody can read what
// [game.Salvaged] leaves of them, and names their places. It may fail halfway.
func (d *database) salvage(ctx context.Context, p game.Player, now time.Time) (places []game.Place, err error) {
	var found []unread
	err = d.read.query(ctx, findNamed, []any{string(p)}, func(scan scan) error {
		var u unread
		if err := scan(&u.id, &u.place, &u.version, &u.state); err != nil {
			return err
		}
		if _, err := d.parse(u.id, u.place, u.version, u.state); err != nil && !errors.Is(err, game.ErrNewer) {
			found = append(found, u)
		}
		return nil
	})
	for _, u := range found {
		if err == nil {
			places = append(places, game.Place(u.place))
			err = d.write.transact(ctx, func(ctx context.Context, s session) error { return u.salvage(ctx, s, now, d.timing) })
		}
	}
	return places, err
}

func (u unread) salvage(ctx context.Context, s session, now time.Time, timing game.Timing) error {
	g, kept := game.Salvaged(game.ID(u.id), game.Place(u.place), uint32(u.version), []byte(u.state), now)
	if !kept {
		if n, err := s.exec(ctx, dropUnreadable, u.id, u.version); n == 0 || err != nil {
			return err
		}
		return forgetRest(ctx, s, u.id)
	}
	r, err := rowOf(game.Step{After: &g, Due: now.Add(timing.Retention).UnixMilli()})
	if err != nil {
		return err
	}
	if n, err := s.exec(ctx, salvageGame, u.id, u.version, r.version, r.ended, r.due, r.state); n == 0 || err != nil {
		return err
	}
	_, err = s.exec(ctx, forgetPlayers, u.id)
	return err
}
