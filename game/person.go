package game

import (
	"context"
	"time"
)

// Person holds somebody's own choices. One that is not stored has a player
// only. Persons are comparable.
type Person struct {
	Player  Player
	Version uint32 // grows by one with every change
	Choices Choices
	List    string // the tenants that tell them when somebody looks for an opponent, with spaces between
	Touched int64  // when it changed last, or was seen to be still of use, in Unix milliseconds
}

// Choices hold for one person wherever they are. The zero value holds the defaults. Stores
// write them down as JSON: a field that is left out has its default, so that a new one needs
// no change of a store. A version of the program that does not know a field drops it when it
// changes another.
type Choices struct {
	Language string `json:"language,omitempty"` // in which they alone are answered, as in BCP 47; empty for that of their app
	Board    string `json:"board,omitempty"`    // form of the boards that they alone see; empty for that of the place

	Hours Hours `json:"hours,omitempty"` // around which somebody on a list is told
	Told  int64 `json:"told,omitempty"`  // when they were last mentioned without having asked for it, in Unix milliseconds
	Older int64 `json:"older,omitempty"` // when they were before that

	Coaching Coaching `json:"coaching,omitzero"`
}

// ChangePerson changes what somebody has chosen, one change after the other, and gives what
// holds then. The change may be asked for several times; one that leaves everything as it
// is stores nothing. The errors are [ErrStale] if others were faster time and again,
// [ErrCondemned] as the store has it, and a [*StoreError].
func ChangePerson(ctx context.Context, of People, p Player, now time.Time, change func(Choices) Choices) (Choices, error) {
	after, err := changePerson(ctx, of, p, now, func(before Person) Person {
		before.Choices = change(before.Choices)
		return before
	})
	return after.Choices, err
}

func changePerson(ctx context.Context, of People, p Player, now time.Time, change func(Person) Person) (Person, error) {
	_, after, err := changeKept(keeper[Person]{
		read:   func() (Person, error) { return of.Person(ctx, p) },
		change: func(before Person) (Person, error) { return change(before), nil },
		next: func(changed Person) Person {
			changed.Version++
			changed.Touched = now.UnixMilli()
			return changed
		},
		keep: func(next Person) error { return of.Keep(ctx, Kept{Person: &next}) },
	})
	return after, err
}
