package people

import (
	"context"
	"time"

	"othellobot/game"
)

// Choices hold for one person wherever they are. The zero value holds the defaults. A version of the
// program that does not know a field drops it when it changes another.
type Choices struct {
	Language string `json:"language,omitempty"` // in which they alone are answered, as in BCP 47; empty for that of their app
	Board    string `json:"board,omitempty"`    // form of the boards that they alone see; empty for that of the place

	Hours Hours `json:"hours,omitempty"` // around which a player on a list is mentioned
	Told  int64 `json:"told,omitempty"`  // when they were last mentioned without having asked for it, in Unix milliseconds
	Older int64 `json:"older,omitempty"` // when they were before that

	Coaching Coaching `json:"coaching,omitzero"`
}

// ChoicesOf reads what a player has chosen. Its error is a [*game.StoreError].
func ChoicesOf(ctx context.Context, of Documents, p game.Player) (Choices, error) {
	_, found, err := read[Choices](ctx, of, p, ChoicesKind)
	return found, err
}

// ChangeChoices changes what a player has chosen, and returns what holds then. It may call change
// several times, and stores nothing if the change leaves everything as it is. The errors are
// [game.ErrStale] if others were faster time and again, and a [*game.StoreError].
func ChangeChoices(ctx context.Context, of Documents, p game.Player, now time.Time, change func(Choices) Choices) (after Choices, err error) {
	err = update(ctx, of, p, ChoicesKind, now, func(_ *Change, doc *Choices) error {
		*doc = change(*doc)
		after = *doc
		return nil
	})
	return after, err
}
