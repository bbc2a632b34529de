package people

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"math/bits"
	"slices"
	"strings"
	"time"

	"othellobot/game"
)

// Hours is a set of hours of the day in UTC. Bit 1<<n is the hour that begins at n.
type Hours uint32

// hoursNear is the largest distance, in hours, between the time of day when a player joined a list
// and the time of a mention.
const hoursNear = 2

// HoursAround returns the hour of now and the hours within two hours of it.
func HoursAround(now time.Time) Hours {
	const day = 24
	around := uint64(1<<(2*hoursNear+1)-1) << ((now.UTC().Hour() - hoursNear + day) % day)
	return Hours(around&(1<<day-1) | around>>day)
}

// Len returns the number of hours in the set.
func (h Hours) Len() int { return bits.OnesCount32(uint32(h)) }

// MentionInterval is the minimum time between two mentions of a listed player. Within it, no player
// gets more than two mentions that they did not ask for.
const MentionInterval = 24 * time.Hour

// maxListed limits the people that [ChooseToMention] reads from a list.
const maxListed = 1000

// CanMention reports whether a listed player may be mentioned now, for another player who looks for
// an opponent.
func (c Choices) CanMention(now time.Time) bool {
	return c.Hours&(1<<now.UTC().Hour()) != 0 && now.Sub(time.UnixMilli(c.LastMention)) >= MentionInterval
}

// withMention returns the choices after a mention now.
func (c Choices) withMention(now time.Time) Choices {
	c.PreviousMention, c.LastMention = c.LastMention, now.UnixMilli()
	return c
}

// Enlist puts a player on a tenant's list or takes them off it. Joining adds the hours around now
// to the player's Hours. The errors are those of [ChangeChoices].
func Enlist(ctx context.Context, of Documents, p game.Player, list string, on bool, now time.Time) error {
	return update(ctx, of, p, ChoicesKind, now, func(c *Change, doc *Choices) error {
		c.Document = c.WithoutList(list)
		switch {
		case on:
			c.List = strings.TrimSpace(c.List + " " + list)
			doc.Hours |= HoursAround(now)
		case c.List == "":
			doc.Hours = 0
		}
		return nil
	})
}

// MayMention reports whether a player may get a mention now that they did not ask for, and
// records it. On an error it reports false.
func MayMention(ctx context.Context, of Documents, p game.Player, now time.Time) (may bool, err error) {
	_, err = ChangeChoices(ctx, of, p, now, func(c Choices) Choices {
		if may = now.Sub(time.UnixMilli(c.PreviousMention)) >= MentionInterval; may {
			return c.withMention(now)
		}
		return c
	})
	return may && err == nil, err
}

// ChooseToMention chooses up to most people of a list for a mention now, because the player by looks for an
// opponent. It prefers people whose last mention is longest ago, and records their mentions.
// Concurrent calls never choose the same person.
func ChooseToMention(ctx context.Context, of Documents, list string, by game.Player, now time.Time, most int) (called []game.Player, err error) {
	all, err := of.Listed(ctx, list, maxListed)
	if err != nil {
		return nil, err
	}
	told := make(map[game.Player]int64, len(all))
	for _, k := range all {
		choices, err := parse[Choices](k)
		if err != nil {
			return nil, err
		}
		if k.Player != by && choices.CanMention(now) {
			told[k.Player] = choices.LastMention
		}
	}
	for _, p := range slices.SortedFunc(maps.Keys(told), func(x, y game.Player) int {
		return cmp.Or(cmp.Compare(told[x], told[y]), cmp.Compare(x, y))
	}) {
		if len(called) == most {
			break
		}
		still := false
		err := update(ctx, of, p, ChoicesKind, now, func(c *Change, doc *Choices) error {
			if still = c.IsOnList(list) && doc.CanMention(now); still {
				*doc = doc.withMention(now)
			}
			return nil
		})
		switch {
		case err == nil && still:
			called = append(called, p)
		case err != nil && !errors.Is(err, game.ErrStale):
			return called, err
		}
	}
	return called, nil
}
