package bot

import (
	"context"
	"slices"

	"othellobot/game"
	"othellobot/rules"
	"othellobot/words"
)

const openingDiscs = 20

// openingMoves is the last move number at which [reveals] ignores a running game.
const openingMoves = 8

// reveals reports whether a review of a line of positions would help in a running game, rated or not.
// It would if the line or the game contains the last position of the other.
func reveals(line []rules.Position, running ...game.Game) bool {
	return slices.ContainsFunc(running, func(g game.Game) bool {
		return g.Phase == game.Playing && g.Number() > openingMoves &&
			(slices.ContainsFunc(positions(g), sameDiscs(line[len(line)-1])) || slices.ContainsFunc(line, sameDiscs(g.Position())))
	})
}

// checkHelp refuses help with the position of a player's running rated game, or with one after the next
// move. Turned boards and exchanged colours count as the same position. Every hint, review and engine
// move must call checkHelp first. The check is simple, because cheats can ask another program.
func (b *Bot) checkHelp(ctx context.Context, p game.Player, positions ...rules.Position) error {
	positions = slices.DeleteFunc(slices.Clone(positions), func(p rules.Position) bool { return 64-p.Empties().Len() < openingDiscs })
	if len(positions) == 0 || !p.Person() {
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

// checkHandOver refuses a move that the engine would answer, if it may not help the actor there.
func (b *Bot) checkHandOver(ctx context.Context, r *request, id game.ID, square rules.Square) error {
	g, _ := r.room.Find(id)
	next, err := g.Position().Play(square)
	if err != nil || !r.fromUser() || next.Over() || g.Player(next.ToMove) != game.Engine {
		return nil // illegal moves are refused later
	}
	return b.checkHelp(ctx, r.by, next)
}

// mayReveal reports whether a review of g would help none of its players in a rated game.
func (b *Bot) mayReveal(ctx context.Context, g game.Game) bool {
	return !slices.ContainsFunc(g.Players(), func(p game.Player) bool {
		return b.checkHelp(ctx, p, positions(g)...) != nil
	})
}

func sameDiscs(p rules.Position) func(rules.Position) bool {
	discs := discsOf(p)
	return func(q rules.Position) bool { return discsOf(q) == discs }
}

// discsOf returns a normal form that is the same for turned boards and exchanged colours.
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
