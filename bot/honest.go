package bot

import (
	"context"
	"slices"

	"othellobot/game"
	"othellobot/rules"
	"othellobot/words"
)

// openFrom is how many discs a position has at least if help in it could decide a rated game;
// until then many games are alike.
const openFrom = 20

// secretFrom is how many moves a running game has at least if what is said about its
// position could help anybody; until then many games are alike.
const secretFrom = 8

// mayHelp is nil unless one of the positions is that of a rated game that the actor is
// playing, wherever, however the board is turned and whoever is to move. It keeps honest people
// honest, no more: who wants to cheat asks a stronger program. Whatever tells more of a
// position than the rules do asks here first.
func (b *Bot) mayHelp(ctx context.Context, r *request, positions ...rules.Position) error {
	positions = slices.DeleteFunc(slices.Clone(positions), func(p rules.Position) bool { return 64-p.Empties().Len() < openFrom })
	if len(positions) == 0 {
		return nil
	}
	duels, err := b.Rooms.Duels(ctx, r.by, r.Now)
	if err != nil {
		return err
	}
	for i := range duels.Running {
		if g := &duels.Running[i]; g.Rated && slices.ContainsFunc(positions, sameDiscs(g.Position())) {
			return refused(words.RatedPosition{})
		}
	}
	return nil
}

// sameDiscs tells which positions have the same discs, however the board is turned, and whichever
// colour they have: with the colours exchanged, the other side has the same choice.
func sameDiscs(p rules.Position) func(rules.Position) bool {
	return func(q rules.Position) bool {
		for t := range rules.Symmetries {
			q := t.Position(q)
			if q.Black == p.Black && q.White == p.White || q.Black == p.White && q.White == p.Black {
				return true
			}
		}
		return false
	}
}

// positions are those that a game has been in.
func positions(g game.Game) []rules.Position {
	all := []rules.Position{g.Start}
	for _, square := range g.Moves {
		next, _ := all[len(all)-1].Play(square) // it was played
		all = append(all, next)
	}
	return all
}
