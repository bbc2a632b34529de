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

// Hours are hours of the day by UTC, the bit 1<<n for the one that begins at n.
type Hours uint32

// hoursNear is the largest distance, in hours, from the hour at which a player joined a list to a mention.
const hoursNear = 2

// HoursAround returns the hour of a moment and those near it.
func HoursAround(now time.Time) Hours {
	const day = 24
	around := uint64(1<<(2*hoursNear+1)-1) << ((now.UTC().Hour() - hoursNear + day) % day)
	return Hours(around&(1<<day-1) | around>>day)
}

// Len returns the number of hours.
func (h Hours) Len() int { return bits.OnesCount32(uint32(h)) }

// CallPeace is how long a player on a list is not mentioned again, and in which nobody is mentioned
// more than twice without having asked for it.
const CallPeace = 24 * time.Hour

// mostListed limits the people of a list that are looked at.
const mostListed = 1000

// Callable reports whether a player on a list may be mentioned now for one who looks for an opponent.
func (c Choices) Callable(now time.Time) bool {
	return c.Hours&(1<<now.UTC().Hour()) != 0 && now.Sub(time.UnixMilli(c.Told)) >= CallPeace
}

// mentioned returns the choices of a player who is mentioned now.
func (c Choices) mentioned(now time.Time) Choices {
	c.Older, c.Told = c.Told, now.UnixMilli()
	return c
}

// Enlist puts a player on the list of a tenant, to be mentioned around this hour of the day, too,
// or takes them off it. The errors are those of [ChangeChoices].
func Enlist(ctx context.Context, of Documents, p game.Player, list string, on bool, now time.Time) error {
	return update(ctx, of, p, ChoicesKind, now, func(c *Change, doc *Choices) error {
		c.Kept = c.Unlisted(list)
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

// MayMention reports whether a player may be mentioned now who has not asked for it, and notes that
// they are. On an error the caller should not mention them.
func MayMention(ctx context.Context, of Documents, p game.Player, now time.Time) (may bool, err error) {
	_, err = ChangeChoices(ctx, of, p, now, func(c Choices) Choices {
		if may = now.Sub(time.UnixMilli(c.Older)) >= CallPeace; may {
			return c.mentioned(now)
		}
		return c
	})
	return may && err == nil, err
}

// Call finds up to most people of a list to be mentioned now that by looks for an opponent, those
// first whose last mention is longest ago, and notes that they are. If several call at once, one gets
// a person.
func Call(ctx context.Context, of Documents, list string, by game.Player, now time.Time, most int) (called []game.Player, err error) {
	all, err := of.Listed(ctx, list, mostListed)
	if err != nil {
		return nil, err
	}
	told := make(map[game.Player]int64, len(all))
	for _, k := range all {
		choices, err := parse[Choices](k)
		if err != nil {
			return nil, err
		}
		if k.Player != by && choices.Callable(now) {
			told[k.Player] = choices.Told
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
			if still = c.On(list) && doc.Callable(now); still {
				*doc = doc.mentioned(now)
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
