package bot

import (
	"context"
	"slices"

	"othellobot/game"
	"othellobot/rules"
	"othellobot/words"
)

const openFrom = 20

const secretFrom = 8

// checkHelp refuses help with a position that occurs in a rated game of the player, now or after the
// next move, in any place. A position counts from [openFrom] discs on. Turned boards and exchanged
// colours count as the same position.
//
// Every hint, review and engine move must call checkHelp first. The check is simple on purpose,
// because cheats can ask a stronger program anyway.
func (b *Bot) checkHelp(ctx context.Context, p game.Player, positions ...rules.Position) error {
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
			next, _ := now.Play(square) // the move is legal
			secret[discsOf(next)] = true
		}
	}
	if slices.ContainsFunc(positions, func(p rules.Position) bool { return secret[discsOf(p)] }) {
		return refused(words.RatedPosition{})
	}
	return nil
}

// checkHandOver refuses a move after which the engine would answer in a position where it may not
// help the actor.
func (b *Bot) checkHandOver(ctx context.Context, r *request, id game.ID, square rules.Square) error {
	g, _ := r.room.Find(id)
	next, err := g.Position().Play(square)
	if err != nil || !r.fromUser() || next.Over() || g.Player(next.ToMove) != game.Engine {
		return nil // illegal moves are refused later
	}
	return b.checkHelp(ctx, r.by, next)
}

// mayReveal reports whether a review of an ended game would help none of its players in a rated
// game.
func (b *Bot) mayReveal(ctx context.Context, g game.Game) bool {
	var few [4]game.Player
	return !slices.ContainsFunc(g.AppendPlayers(few[:0]), func(p game.Player) bool {
		return b.checkHelp(ctx, p, positions(g)...) != nil
	})
}

// sameDiscs returns a function that reports whether a position has the same discs as p, possibly on
// a turned board or with exchanged colours.
func sameDiscs(p rules.Position) func(rules.Position) bool {
	discs := discsOf(p)
	return func(q rules.Position) bool { return discsOf(q) == discs }
}

// discsOf returns the discs in a normal form that is the same for turned boards and exchanged
// colours.
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

func positions(g game.Game) []rules.Position {
	all := []rules.Position{g.Start}
	for _, square := range g.Moves {
		next, _ := all[len(all)-1].Play(square) // legal, because it was played
		all = append(all, next)
	}
	return all
}
