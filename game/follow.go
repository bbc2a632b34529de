package game

import (
	"slices"
	"time"
)

// MostTold is how many people may be told when a round begins.
const MostTold = 20

// Follow has a player told when a round begins, or no longer if they are. It fails with
// [ErrOver], with [ErrNotPlayer] where nobody votes, or with [ErrTooMany].
func (g Game) Follow(by Player, _ time.Time) (Game, []Event, error) {
	if err := g.playing(); err != nil {
		return g, nil, err
	}
	switch {
	case g.Mode != Voted:
		return g, nil, ErrNotPlayer
	case g.Follows(by):
		return g.unfollowed(by), nil, nil
	case len(g.Ballot.Tell) >= MostTold:
		return g, nil, ErrTooMany
	}
	return g.withBallot(func(b *Ballot) { b.Tell = append(slices.Clip(b.Tell), by) }), nil, nil
}

// Follows reports whether a player is told when a round begins.
func (g *Game) Follows(p Player) bool { return slices.Contains(g.following(), p) }

// following are those who are told when a round begins.
func (g *Game) following() []Player {
	if g.Ballot == nil {
		return nil
	}
	return g.Ballot.Tell
}

// unfollowed is the game whose rounds the player is not told of.
func (g Game) unfollowed(p Player) Game {
	return g.withBallot(func(b *Ballot) {
		b.Tell = slices.DeleteFunc(slices.Clone(b.Tell), func(q Player) bool { return q == p })
	})
}

// told is the game, whose new turn those are told of who want to know when a round begins.
func (g Game) told() Game {
	if g.Voting() && len(g.Ballot.Tell) > 0 {
		g.Reminder = Pinged
	}
	return g
}
