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

// mayHelp returns nil unless one of the positions is that of a rated game that the player is
// playing in any place, or can follow by its next move. It does not matter how the board is
// turned or who is to move. It keeps honest people honest, no more: a cheat would ask a stronger
// program. Everything that reveals more of a position than the rules do checks here first: hints,
// reviews, and the engine before it gets the turn.
func (b *Bot) mayHelp(ctx context.Context, p game.Player, positions ...rules.Position) error {
	positions = slices.DeleteFunc(slices.Clone(positions), func(p rules.Position) bool { return 64-p.Empties().Len() < openFrom })
	if len(positions) == 0 {
		return nil
	}
	duels, err := b.Table.Duels(ctx, p, b.Clock.Now())
	if err != nil {
		return err
	}
	secret := make(map[[2]rules.Bitboard]bool)
	for _, g := range duels.Running {
		if !g.Rated {
			continue
		}
		now := g.Position()
		secret[discsOf(now)] = true
		for square := range now.Legal().Squares() {
			next, _ := now.Play(square) // it is legal
			secret[discsOf(next)] = true
		}
	}
	if slices.ContainsFunc(positions, func(p rules.Position) bool { return secret[discsOf(p)] }) {
		return refused(words.RatedPosition{})
	}
	return nil
}

// mayHandOver returns nil unless the actor's move would make the engine answer in a position
// where it may not help them.
func (b *Bot) mayHandOver(ctx context.Context, r *request, id game.ID, square rules.Square) error {
	g, _ := r.room.Find(id)
	next, err := g.Position().Play(square)
	if err != nil || !r.prompted() || next.Over() || g.Player(next.ToMove) != game.Engine {
		return nil // illegal moves are refused later
	}
	return b.mayHelp(ctx, r.by, next)
}

// mayTell reports whether a review of a game that is over would help none of its players.
func (b *Bot) mayTell(ctx context.Context, g game.Game) bool {
	var few [4]game.Player
	return !slices.ContainsFunc(g.AppendPlayers(few[:0]), func(p game.Player) bool {
		return b.mayHelp(ctx, p, positions(g)...) != nil
	})
}

// sameDiscs tells which positions have the same discs, however the board is turned, and whichever
// colour they have: with the colours exchanged, the other side has the same choice.
func sameDiscs(p rules.Position) func(rules.Position) bool {
	discs := discsOf(p)
	return func(q rules.Position) bool { return discsOf(q) == discs }
}

// discsOf returns the discs of a position, turned and with the colors exchanged so that they are
// the same for all its images.
func discsOf(p rules.Position) [2]rules.Bitboard {
	least := [2]rules.Bitboard{p.Black, p.White}
	for t := range rules.Symmetries {
		q := t.Position(p)
		for _, image := range [][2]rules.Bitboard{{q.Black, q.White}, {q.White, q.Black}} {
			if slices.Compare(image[:], least[:]) < 0 {
				least = image
			}
		}
	}
	return least
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
