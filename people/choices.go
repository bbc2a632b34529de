package people

import (
	"context"
	"time"

	"othellobot/game"
)

// Choices holds a person's settings, which are the same everywhere. The zero value holds the defaults.
// A program that does not know a field loses it when it changes another field.
type Choices struct {
	Language string `json:"language,omitempty"` // language of answers that only this person sees, as in BCP 47; empty for the app's language
	Board    string `json:"board,omitempty"`    // form of boards that only this person sees; empty for the place's form

	Hours           Hours `json:"hours,omitempty"` // hours when a listed player may be mentioned
	LastMention     int64 `json:"told,omitempty"`  // time of the last unrequested mention, in Unix milliseconds
	PreviousMention int64 `json:"older,omitempty"` // time of the mention before that

	Coaching Coaching `json:"coaching,omitzero"`
}

// ChoicesOf reads a player's choices. Its error is a [*game.StoreError].
func ChoicesOf(ctx context.Context, of Documents, p game.Player) (Choices, error) {
	_, found, err := read[Choices](ctx, of, p, ChoicesKind)
	return found, err
}

// ChangeChoices changes a player's choices and returns the new ones. It may call change several
// times. It returns [game.ErrStale] after too many conflicts, or a [*game.StoreError].
func ChangeChoices(ctx context.Context, of Documents, p game.Player, now time.Time, change func(Choices) Choices) (after Choices, err error) {
	err = update(ctx, of, p, ChoicesKind, now, func(_ *Change, doc *Choices) error {
		*doc = change(*doc)
		after = *doc
		return nil
	})
	return after, err
}
