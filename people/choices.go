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

// Choices holds a person's settings, which are the same everywhere. The zero value holds the defaults.
// A version of the program that does not know a field drops it when it changes another field.
type Choices struct {
	Language string `json:"language,omitempty"` // language of answers that only this person sees, as in BCP 47; empty for the app's language
	Board    string `json:"board,omitempty"`    // form of boards that only this person sees; empty for the place's form

	Hours           Hours `json:"hours,omitempty"` // hours when a listed player may be mentioned
	LastMention     int64 `json:"told,omitempty"`  // time of the last mention that the player did not ask for, in Unix milliseconds
	PreviousMention int64 `json:"older,omitempty"` // time of the mention before that

	Lessons  uint16   `json:"lessons,omitempty"` // finished lessons; bit n-1 is lesson n
	Coaching Coaching `json:"coaching,omitzero"`
}

// ChoicesOf reads a player's choices. It fails with a [*game.StoreError].
func ChoicesOf(ctx context.Context, of Documents, p game.Player) (Choices, error) {
	_, found, err := read[Choices](ctx, of, p, ChoicesKind)
	return found, err
}

// ChangeChoices changes a player's choices and returns the new ones. It may call change several times. It
// fails with [game.ErrStale] after too many conflicts, or with a [*game.StoreError].
func ChangeChoices(ctx context.Context, of Documents, p game.Player, now time.Time, change func(Choices) Choices) (after Choices, err error) {
	err = update(ctx, of, p, ChoicesKind, now, func(_ *Change, doc *Choices) error {
		*doc = change(*doc)
		after = *doc
		return nil
	})
	return after, err
}

// Coaching holds the strength of the engine as a player's coach. It adapts so that the player wins about half
// of the games.
type Coaching struct {
	Level int `json:"level,omitempty"` // hundredths of a level; 0 means the level of the first game
	Step  int `json:"step,omitempty"`  // the last step, in hundredths; positive after a win, negative after a loss
}

// The first level and the steps, in hundredths of a level. Repeated wins or losses keep the size of the
// step, and a change between them makes it smaller. The same rule applies in both directions, so that in
// the long run the player wins about half of the games.
const (
	firstLevel = 400
	firstStep  = 200
	minStep    = 25
)

// Plays returns the level for the next game, from 1 to [game.MaxLevel].
func (c Coaching) Plays() int { return (cmp.Or(c.Level, firstLevel) + 50) / 100 }

// After returns the coaching after a game at a level. If the level is not [Coaching.Plays], because the player
// chose it, the coaching starts again from there.
func (c Coaching) After(level int, won bool) Coaching {
	if level != c.Plays() {
		c = Coaching{Level: 100 * level}
	}
	size := cmp.Or(max(c.Step, -c.Step), firstStep)
	if c.Step != 0 && won != (c.Step > 0) {
		size = max(minStep, size*7/10)
	}
	if c.Step = size; !won {
		c.Step = -size
	}
	c.Level = max(100, min(cmp.Or(c.Level, firstLevel)+c.Step, 100*game.MaxLevel))
	return c
}

// UpdateCoaching updates a player's Coaching after a game with a coach, unless the game is a draw or not
// [game.Game.Complete]. The errors are those of [ChangeChoices].
func UpdateCoaching(ctx context.Context, of Documents, g game.Game, now time.Time) error {
	if !g.Coached || !g.Complete() || !g.Result.Decided {
		return nil
	}
	engine, _ := g.Side(game.Engine)
	p := g.Player(engine.Opponent())
	if !p.Person() {
		return nil // the player was forgotten
	}
	_, err := ChangeChoices(ctx, of, p, now, func(c Choices) Choices {
		c.Coaching = c.Coaching.After(int(g.Level), g.Result.Winner != engine)
		return c
	})
	return err
}

// Hours is a set of hours of the day in UTC. Bit n is the hour that begins at n.
type Hours uint32

// A player may be mentioned from hoursNear hours before to hoursNear hours after the hour of joining a list.
const hoursNear = 2

func hoursAround(now time.Time) Hours {
	const day = 24
	near := uint64(1<<(2*hoursNear+1)-1) << ((now.UTC().Hour() - hoursNear + day) % day)
	return Hours(near&(1<<day-1) | near>>day)
}

func (h Hours) Len() int { return bits.OnesCount32(uint32(h)) }

// MentionInterval is the minimum time from a mention that a player did not ask for to a mention because of a list.
// Within this time no player gets more than two mentions that they did not ask for.
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

// TryMention reports whether a player may now get a mention that they did not ask for. If so, it records the
// mention.
func TryMention(ctx context.Context, of Documents, p game.Player, now time.Time) (may bool, err error) {
	_, err = ChangeChoices(ctx, of, p, now, func(c Choices) Choices {
		if may = now.Sub(time.UnixMilli(c.PreviousMention)) >= MentionInterval; may {
			return c.withMention(now)
		}
		return c
	})
	return may && err == nil, err
}

// ChooseToMention chooses up to most people of a list to mention now, and records the mentions. It prefers those
// whose last mention is longest ago. It never chooses by, and concurrent calls never choose the same person.
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
