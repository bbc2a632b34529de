package main

import (
	"context"
	"fmt"
	"math/rand/v2"

	"othellobot/engine"
	"othellobot/lab/random"
	"othellobot/rules"
)

// scripted returns four players who play like beginners: at random, for flips, for corners
// and for few answers.
func scripted() []player {
	return []player{
		{"random", func(p rules.Position, seed uint64) rules.Square {
			return random.Move(rand.New(rand.NewPCG(seed, uint64(p.Empties()))), p.Legal())
		}},
		{"greedy", func(p rules.Position, seed uint64) rules.Square {
			return anyBest(p, seed, func(s rules.Square) int { return p.Flips(s).Len() })
		}},
		{"corners", beginnersMove},
		{"mobility", func(p rules.Position, seed uint64) rules.Square {
			return anyBest(p, seed, func(s rules.Square) int {
				next, _ := p.Play(s) // it is legal
				return -next.LegalFor(p.ToMove.Opponent()).Len()
			})
		}},
	}
}

// anyBest returns one of the moves of the highest worth, each equally likely.
func anyBest(p rules.Position, seed uint64, worth func(rules.Square) int) rules.Square {
	var best rules.Bitboard
	for s := range p.Legal().Squares() {
		if best == 0 || worth(s) > worth(best.First()) {
			best = 0
		}
		if best == 0 || worth(s) == worth(best.First()) {
			best |= rules.SetOf(s)
		}
	}
	return random.Move(rand.New(rand.NewPCG(seed, uint64(p.Empties()))), best)
}

// measureLevels prints the points of each level against the one before, and of scripted
// players against it, in percent, as a row of a table.
func measureLevels(ctx context.Context, c call) error {
	games := c.flags.Int("games", 200, "how many for each figure, colours by turns")
	first := c.flags.Int("from", 1, "the first level")
	last := c.flags.Int("to", engine.Levels, "the last level")
	seed := c.flags.Uint64("seed", 1, "of the games")
	if err := c.parse(0, 0); err != nil {
		return err
	}
	if *games < 1 || *first < 1 || *first > *last || *last > engine.Levels {
		return fmt.Errorf("levels: -games %d -from %d -to %d", *games, *first, *last)
	}
	for n := *first; n <= *last; n++ {
		level, err := levelPlayer(ctx, n)
		if err != nil {
			return err
		}
		fmt.Fprintf(c.stdout, "| %d |", n)
		if n > 1 {
			before, _ := levelPlayer(ctx, n-1) // cannot fail after the other
			fmt.Fprintf(c.stdout, " %.1f", points(level, before, *games, *seed))
		}
		for _, person := range scripted() {
			fmt.Fprintf(c.stdout, " | %.1f", points(person, level, *games, *seed))
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		fmt.Fprintln(c.stdout, " |")
	}
	return nil
}

// levelPlayer returns a level that plays as in the bot.
func levelPlayer(ctx context.Context, n int) (player, error) {
	level, err := parseContender(fmt.Sprintf("level=%d", n))
	return player{fmt.Sprintf("level %d", n), func(p rules.Position, seed uint64) rules.Square {
		square, _ := level.move(ctx, p, seed) // the caller checks ctx
		return square
	}}, err
}

// points returns the share of a's points in games against b, in percent.
func points(a, b player, games int, seed uint64) float64 {
	var sum tally
	for n := range games {
		sides, won := [2]player{a, b}, 1
		if n%2 == 1 {
			sides, won = [2]player{b, a}, -1
		}
		p := rules.Start()
		for !p.Over() {
			p, _ = p.Play(sides[p.ToMove].play(p, seed<<32+uint64(n))) // it is legal
		}
		score := p.FinalScore()
		sum.add(won * (score.Black - score.White))
	}
	mean, _ := sum.interval()
	return 100 * mean
}
