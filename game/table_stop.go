package game

import (
	"context"
	"time"
)

// Stop ends a running game without a result, in the name of whoever runs the program,
// which its result says by [Engine]. Its messages are drawn again [RedrawAfter] later, by
// whoever draws then. It fails with [ErrUnknown] if there is no such game, [ErrNotStarted]
// or [ErrOver] if it is not being played, else as [Table.Do].
func (t *Table) Stop(ctx context.Context, id ID, now time.Time) (Game, error) {
	g, _, err := t.rooms.Drawn(ctx, id)
	if err != nil {
		return Game{}, err
	}
	if err := g.playing(); err != nil {
		return Game{}, err
	}
	room, _, err := t.rooms.Load(ctx, g.Place, "")
	if err != nil {
		return Game{}, &StoreError{Err: err}
	}
	out, err := t.Do(ctx, room, Proposal{
		By: Engine, Now: now, Game: id, Operation: Stop(true), Display: Display{All: true},
	})
	return out.Game, err
}
