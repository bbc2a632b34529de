package game

import (
	"cmp"
	"context"
	"errors"
	"math/bits"
	"slices"
	"strings"
	"time"
)

// Hours are hours of the day by UTC, the bit 1<<n for the one that begins at n.
type Hours uint32

// hoursNear is how far from an hour at which somebody has asked for it they are told.
const hoursNear = 2

// HoursAround are the hour of a moment and those near it.
func HoursAround(now time.Time) Hours {
	const day = 24
	around := uint64(1<<(2*hoursNear+1)-1) << ((now.UTC().Hour() - hoursNear + day) % day)
	return Hours(around&(1<<day-1) | around>>day)
}

// Len is how many hours there are.
func (h Hours) Len() int { return bits.OnesCount32(uint32(h)) }

// CallPeace is how long somebody on a list is not told again, and in which nobody is mentioned more
// than twice without having asked for it.
const CallPeace = 24 * time.Hour

// mostListed is how many people of a list are looked at.
const mostListed = 1000

// On reports whether somebody is on the list of a tenant.
func (p Person) On(list string) bool { return slices.Contains(strings.Fields(p.List), list) }

// Names are the names in what is kept of a person.
func (p Person) Names() []string { return append(strings.Fields(p.List), string(p.Player)) }

// Callable reports whether somebody on a list may be told now that an opponent is looked for.
func (p Person) Callable(now time.Time) bool {
	return p.Choices.Hours&(1<<now.UTC().Hour()) != 0 && now.Sub(time.UnixMilli(p.Choices.Told)) >= CallPeace
}

// Unlisted is the person without the list of a tenant, in another version if they were on it.
func (p Person) Unlisted(list string) Person {
	if p.On(list) {
		p.List = strings.Join(slices.DeleteFunc(strings.Fields(p.List), func(other string) bool { return other == list }), " ")
		p.Version++
	}
	return p
}

// Enlist puts somebody on the list of a tenant, to be told around this hour of the day, too,
// or takes them off it. The errors are those of [ChangePerson].
func Enlist(ctx context.Context, of People, p Player, list string, on bool, now time.Time) error {
	_, err := changePerson(ctx, of, p, now, func(before Person) Person {
		version := before.Version
		before = before.Unlisted(list)
		before.Version = version
		switch {
		case on:
			before.List = strings.TrimSpace(before.List + " " + list)
			before.Choices.Hours |= HoursAround(now)
		case before.List == "":
			before.Choices.Hours = 0
		}
		return before
	})
	return err
}

// MayMention reports whether somebody may be mentioned now who has not asked for it, and notes that
// they are. Whoever meets an error does not know, and leaves it.
func MayMention(ctx context.Context, of People, p Player, now time.Time) (may bool, err error) {
	_, err = ChangePerson(ctx, of, p, now, func(c Choices) Choices {
		if may = now.Sub(time.UnixMilli(c.Older)) >= CallPeace; may {
			c.Older, c.Told = c.Told, now.UnixMilli()
		}
		return c
	})
	return may && err == nil, err
}

// Call finds up to most people of a list who are to be told now that by looks for an opponent,
// those first whom that was told longest ago, and notes that they are. Of several who call, one
// gets a person.
func Call(ctx context.Context, of People, list string, by Player, now time.Time, most int) ([]Player, error) {
	all, err := of.Listed(ctx, list, mostListed)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(all, func(x, y Person) int {
		return cmp.Or(cmp.Compare(x.Choices.Told, y.Choices.Told), cmp.Compare(x.Player, y.Player))
	})
	var called []Player
	for _, p := range all {
		if len(called) == most || p.Player == by || !p.Callable(now) {
			continue
		}
		p.Version++
		p.Choices.Older, p.Choices.Told = p.Choices.Told, now.UnixMilli()
		switch err := of.Keep(ctx, Kept{Person: &p}); {
		case err == nil:
			called = append(called, p.Player)
		case !errors.Is(err, ErrStale) && !errors.Is(err, ErrCondemned):
			return called, err
		}
	}
	return called, nil
}
