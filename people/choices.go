package people

import (
	"cmp"
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
	Step  int `json:"step,omitempty"`  // the last change of Level, in hundredths
}

// The first level and the steps, in hundredths of a level. Repeated wins or losses keep the size of the
// step, and a change between them makes it smaller. The same rule applies in both directions, so that in
// the long run the player wins half of the games.
const (
	firstLevel = 400
	firstStep  = 200
	minStep    = 25
)

// Plays returns the level for the next game, from 1 to [game.Levels].
func (c Coaching) Plays() int { return (cmp.Or(c.Level, firstLevel) + 50) / 100 }

// After returns the coaching after a game at a level, which replaces that of [Coaching.Plays] if it differs.
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
	c.Level = max(100, min(cmp.Or(c.Level, firstLevel)+c.Step, 100*game.Levels))
	return c
}

// UpdateCoaching updates a player's Coaching after a game with a coach, unless it is a draw or not
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
