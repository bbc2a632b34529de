package game

import (
	"context"
	"time"
)

// Stop ends a running game of a place without a result, in the name of the operator,
// which its result says by [Engine]. Its messages are drawn again [RedrawAfter] later, by
// whoever draws then. It fails with [ErrUnknown] if there is no such game, [ErrNotStarted]
// or [ErrOver] if it is not being played, else as [Table.Do].
func (t *Table) Stop(ctx context.Context, at Place, id ID, now time.Time) (Game, error) {
	g, _, err := t.Drawn(ctx, at, id)
	if err != nil {
		return Game{}, err
	}
	if err := g.playing(); err != nil {
		return Game{}, err
	}
	room, _, err := t.Load(ctx, at, "")
	if err != nil {
		return Game{}, &StoreError{Err: err}
	}
	out, err := t.Do(ctx, room, Proposal{
		By: Engine, Now: now, Game: id, Operation: Stop(true), Display: Display{All: true},
	})
	return out.Game, err
}
