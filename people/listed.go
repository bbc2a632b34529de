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

// hoursNear is how many hours before or after the hour when they joined a list players may be mentioned.
const hoursNear = 2

func hoursAround(now time.Time) Hours {
	const day = 24
	near := uint64(1<<(2*hoursNear+1)-1) << ((now.UTC().Hour() - hoursNear + day) % day)
	return Hours(near&(1<<day-1) | near>>day)
}

func (h Hours) Len() int { return bits.OnesCount32(uint32(h)) }

// MentionInterval is the minimum time from an unrequested mention of a player to a mention because of a list.
// Within it no player gets more than two unrequested mentions.
const MentionInterval = 24 * time.Hour

const maxListed = 1000

// CanMention reports whether a listed player may be mentioned now.
func (c Choices) CanMention(now time.Time) bool {
	return c.Hours&(1<<now.UTC().Hour()) != 0 && now.Sub(time.UnixMilli(c.LastMention)) >= MentionInterval
}

func (c Choices) withMention(now time.Time) Choices {
	c.PreviousMention, c.LastMention = c.LastMention, now.UnixMilli()
	return c
}

// Enlist puts a player on a tenant's list if on is set, and adds the hours around now to the player's
// Hours. Otherwise it takes the player off the list. The errors are those of [ChangeChoices].
func Enlist(ctx context.Context, of Documents, p game.Player, list string, on bool, now time.Time) error {
	return update(ctx, of, p, ChoicesKind, now, func(c *Change, doc *Choices) error {
		c.Document = c.WithoutList(list)
		switch {
		case on:
			c.List = strings.TrimSpace(c.List + " " + list)
			doc.Hours |= hoursAround(now)
		case c.List == "":
			doc.Hours = 0
		}
		return nil
	})
}

// TryMention reports whether a player may get an unrequested mention now, and if so records it.
func TryMention(ctx context.Context, of Documents, p game.Player, now time.Time) (may bool, err error) {
	_, err = ChangeChoices(ctx, of, p, now, func(c Choices) Choices {
		if may = now.Sub(time.UnixMilli(c.PreviousMention)) >= MentionInterval; may {
			return c.withMention(now)
		}
		return c
	})
	return may && err == nil, err
}

// ChooseToMention chooses up to most people of a list to mention now, longest unmentioned first, and records
// that. It never chooses by, and concurrent calls never choose the same person.
func ChooseToMention(ctx context.Context, of Documents, list string, by game.Player, now time.Time, most int) (chosen []game.Player, err error) {
	all, err := of.Listed(ctx, list, maxListed)
	if err != nil {
		return nil, err
	}
	mentioned := make(map[game.Player]int64, len(all))
	for _, k := range all {
		choices, err := parse[Choices](k)
		if err != nil {
			return nil, err
		}
		if k.Player != by && choices.CanMention(now) {
			mentioned[k.Player] = choices.LastMention
		}
	}
	for _, p := range slices.SortedFunc(maps.Keys(mentioned), func(x, y game.Player) int {
		return cmp.Or(cmp.Compare(mentioned[x], mentioned[y]), cmp.Compare(x, y))
	}) {
		if len(chosen) == most {
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
			chosen = append(chosen, p)
		case err != nil && !errors.Is(err, game.ErrStale):
			return chosen, err
		}
	}
	return chosen, nil
}
