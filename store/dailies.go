package store

import (
	"context"
	"fmt"
	"time"

	"othellobot/game"
)

const findDailies = `
SELECT place, daily, zone, daily_posted, daily_taken, daily_due FROM places
WHERE daily_due > 0 AND daily_due <= $1 AND (%s)
ORDER BY daily_due, place LIMIT $2`

// Of several who found a place, the one takes it who moves its time on.
const takeDaily = `UPDATE places SET daily_due = $3, daily_taken = 1 WHERE place = $1 AND daily_due = $2`

// Where the settings have changed since, the time of the next puzzle follows from those.
const notePosted = `
UPDATE places SET daily_posted = $4, daily_taken = 0, touched = $6,
	daily_due = CASE WHEN daily = $2 AND zone = $3 THEN $5 ELSE daily_due END
WHERE place = $1 AND daily_posted <= $4`

// DueDailies implements [game.Store].
func (d *database) DueDailies(ctx context.Context, now, until time.Time, most int, prefixes []string) ([]game.DueDaily, error) {
	among, args := anyPrefix(prefixes, []any{now.UnixMilli(), int64(most)})
	var found []game.DueDaily
	var due []int64
	err := d.read.query(ctx, fmt.Sprintf(findDailies, among), args, func(scan scan) error {
		var place, zone string
		var minute, posted, taken, at int64
		err := scan(&place, &minute, &zone, &posted, &taken, &at)
		found, due = append(found, game.DueDaily{
			Place: game.Place(place), Daily: game.Daily{Minute: int(minute), Zone: zone}, Posted: game.Day(posted), Again: taken == 1,
		}), append(due, at)
		return err
	})
	if len(found) == 0 || err != nil {
		return nil, err
	}
	var taken []game.DueDaily
	err = d.write.transact(ctx, func(ctx context.Context, s session) error {
		var mine []game.DueDaily
		for i, f := range found {
			n, err := s.exec(ctx, takeDaily, string(f.Place), due[i], until.UnixMilli())
			if err != nil {
				return err
			}
			if n > 0 {
				mine = append(mine, f)
			}
		}
		taken = mine
		return nil
	})
	if err != nil {
		return nil, err // taken may be written yet
	}
	return taken, nil
}

// Posted implements [game.Store].
func (d *database) Posted(ctx context.Context, p game.Posted) (bool, error) {
	n, err := d.write.change(ctx, notePosted, string(p.Place), int64(p.Daily.Minute), p.Daily.Zone, int64(p.Day), p.Next(), p.Now.UnixMilli())
	return n > 0, err
}
