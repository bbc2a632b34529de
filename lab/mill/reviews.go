package main

import (
	"context"
	"fmt"

	"othellobot/engine"
	"othellobot/record"
	"othellobot/review"
	"othellobot/rules"
)

// measureReviews reviews games of a file and measures the reviews. It prints their
// processor time, the accuracy of winners and the calibration of Win%. It can also print
// how well reasons separate mistakes from good moves, and the agreement with a much
// slower reference. Even-numbered games are for fitting Win%, the others are held out.
func measureReviews(ctx context.Context, c call) error {
	most := c.flags.Int("games", 100, "how many of the games, evenly spread")
	beginners := c.flags.Bool("beginners", false, "no file, but games that the levels 1 to 3 play against themselves")
	fit := c.flags.Bool("fit", false, "fit the worth of a disc to games of even numbers, and measure nothing else")
	reference := c.flags.Uint64("reference", 0, "`positions` of a reference for each move, solved from 20 empty squares on; 0 for none")
	looked := c.flags.Uint64("quick", 0, "`positions` for each move; 0 for as many as the bot's reviews have")
	reasons := c.flags.Bool("reasons", false, "explain all moves that are not the best")
	if err := c.parse(0, 1); err != nil {
		return err
	}
	var all []record.Game
	switch {
	case *beginners:
		all = beginnersGames(ctx, 2**most)
	case c.flags.NArg() == 1:
		var err error
		if all, err = readGameFile(c.flags.Arg(0)); err != nil {
			return err
		}
	default:
		return fmt.Errorf("reviews: one of a file and -beginners")
	}
	m := measuring{judge: engine.NewJudge(), progress: newProgress(c.stderr, 0, 0), shares: make(map[review.Kind]*share)}
	defer m.progress.end()
	games := sampleOf(all, *most, !*fit)
	for n, g := range games {
		begun := processorUsed()
		limits := review.Standard()
		if *looked > 0 {
			limits.Positions = *looked
		}
		r, err := review.Of(ctx, m.judge, g.Start, g.Moves, limits)
		if err == nil {
			m.took = append(m.took, processorUsed()-begun)
			m.sample(r)
			err = m.game(ctx, r, *reference, *reasons)
		}
		switch {
		case ctx.Err() != nil && n > 0: // after an interrupt, print the results so far
			ctx = context.WithoutCancel(ctx)
			games = games[:n]
		case err != nil:
			return err
		}
		m.progress.update(n+1, len(games), 0)
		if n == len(games) {
			break
		}
	}
	m.progress.clear()
	if *fit {
		m.printFit(c.stdout)
		return nil
	}
	m.print(c.stdout)
	return nil
}

// beginnersGames returns games of levels 1 to 3 in turn, each against itself.
func beginnersGames(ctx context.Context, n int) (games []record.Game) {
	s := engine.NewSearcher(engine.Trained(), 4<<20)
	for seed := range uint64(n) {
		g := record.Game{Start: rules.Start()}
		for p := g.Start; !p.Over() && ctx.Err() == nil; {
			square := s.Play(ctx, p, engine.Level(1+int(seed/2%3)), seed)
			g.Moves = append(g.Moves, square)
			p, _ = p.Play(square) // it is legal
		}
		games = append(games, g)
	}
	return games
}

// sampleOf returns evenly spread games with odd numbers, counted from 1, or with even
// ones.
func sampleOf(games []record.Game, most int, odd bool) (sample []record.Game) {
	var list []record.Game
	for i, g := range games {
		if (i%2 == 0) == odd {
			list = append(list, g)
		}
	}
	for i := range min(most, len(list)) {
		sample = append(sample, list[i*len(list)/min(most, len(list))])
	}
	return sample
}
