package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"othellobot/game"
)

// Due implements [game.Store].
func (d *database) Due(ctx context.Context, now, until time.Time, most int, prefixes []string) ([]game.Pending, error) {
	defer limited(&ctx, d.limits.Search)()
	among, args := anyPrefix(prefixes, []any{now.UnixMilli(), int64(most)})
	find := fmt.Sprintf(findDue, among)
	take, takeArgs := fmt.Sprintf(takeDue, len(args)+1, find), append(slices.Clip(args), until.UnixMilli())
	early, earlyArgs := anyPrefix(prefixes, []any{now.UnixMilli()})
	return transacted(ctx, d.write, func(ctx context.Context, s session) ([]game.Pending, error) {
		if _, err := s.exec(ctx, fmt.Sprintf(putOffEarly, early), earlyArgs...); err != nil {
			return nil, err
		}
		order, err := dueOrder(ctx, s, find, args)
		if len(order) == 0 || err != nil {
			return nil, err
		}
		found, err := d.pendingGames(ctx, s, take, takeArgs)
		if err != nil {
			return nil, err
		}
		slices.SortFunc(found, func(a, b game.Pending) int { return order[a.Game.ID] - order[b.Game.ID] })
		return found, putOffUnreadable(ctx, s, found, now)
	})
}

// dueOrder is which game comes first of those that a query finds: where they are
// taken, they come in no order.
func dueOrder(ctx context.Context, s session, query string, args []any) (map[game.ID]int, error) {
	order := make(map[game.ID]int)
	err := s.query(ctx, query, args, func(scan scan) error {
		var id int64
		err := scan(&id)
		order[game.ID(id)] = len(order)
		return err
	})
	return order, err
}

// pendingGames are those that a query gives.
func (d *database) pendingGames(ctx context.Context, s session, query string, args []any) ([]game.Pending, error) {
	return listed(ctx, s, query, args, func(scan scan) (p game.Pending, err error) {
		var id, version int64
		var place, state string
		if err := scan(&id, &place, &version, &state, &p.Pings); err != nil {
			return p, err
		}
		p.Game, p.Err = d.parse(id, place, version, state)
		return p, nil
	})
}

func putOffUnreadable(ctx context.Context, s session, found []game.Pending, now time.Time) error {
	for _, p := range found {
		if p.Err == nil || errors.Is(p.Err, game.ErrNewer) {
			continue
		}
		if _, err := s.exec(ctx, putOff, int64(p.Game.ID), now.Add(game.UnreadableRest).UnixMilli()); err != nil {
			return err
		}
	}
	return nil
}

// Next implements [game.Store].
func (d *database) Next(ctx context.Context, prefixes []string) (next time.Time, ok bool, err error) {
	defer limited(&ctx, d.limits.Search)()
	among, args := anyPrefix(prefixes, nil)
	args = append(args, paceOf(prefixes))
	err = d.read.query(ctx, fmt.Sprintf(nextDue, among, len(args)), args, func(scan scan) error {
		var due sql.NullInt64
		err := scan(&due)
		next, ok = time.UnixMilli(due.Int64), due.Valid
		return err
	})
	return next, ok, err
}
