package people

import (
	"cmp"
	"context"
	"time"

	"othellobot/game"
)

// Coaching is how strong Engine is as somebody's coach, so that they win about half of these
// games. The zero value is that of somebody who has played none. Coachings are comparable.
type Coaching struct {
	Level int `json:"level,omitempty"` // in hundredths of a level; 0 for that of the first game
	Step  int `json:"step,omitempty"`  // by how much it changed last, in hundredths
}

// How the level changes, in hundredths. However long a step is, a win takes it up as far as a
// loss takes it down, so that in the long run there are as many of either, whatever the levels
// are worth.
const (
	firstCoached = 400
	firstStep    = 200
	leastStep    = 25
)

// Plays returns the level of the next game, from 1 to [game.Levels].
func (c Coaching) Plays() int { return (cmp.Or(c.Level, firstCoached) + 50) / 100 }

// After is the coaching after a game at a level. It goes on from there if somebody has asked for
// another one than [Coaching.Plays].
func (c Coaching) After(level int, won bool) Coaching {
	if level != c.Plays() {
		c = Coaching{Level: 100 * level}
	}
	size := cmp.Or(max(c.Step, -c.Step), firstStep)
	if c.Step != 0 && won != (c.Step > 0) {
		size = max(leastStep, size*7/10)
	}
	if c.Step = size; !won {
		c.Step = -size
	}
	c.Level = max(100, min(cmp.Or(c.Level, firstCoached)+c.Step, 100*game.Levels))
	return c
}

// Learn has the coaching of the player who was coached follow from a game that is over, if it was
// played as those that count are. The errors are those of [ChangeChoices].
func Learn(ctx context.Context, of Documents, g game.Game, now time.Time) error {
	if !g.Coached || !g.Whole() || !g.Result.Decided {
		return nil
	}
	engine, _ := g.Side(game.Engine)
	p := g.Player(engine.Opponent())
	if !p.Person() {
		return nil // they were forgotten
	}
	_, err := ChangeChoices(ctx, of, p, now, func(c Choices) Choices {
		c.Coaching = c.Coaching.After(int(g.Level), g.Result.Winner != engine)
		return c
	})
	return err
}
