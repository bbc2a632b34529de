package main

import (
	"context"
	"fmt"
	"slices"

	"othellobot/lab/train"
)

// measureErrors compares short searches with deeper ones, on positions that occur in searches
// of samples. It prints the differences in discs, a line for each part of the game. The values
// that the engine relies on are in brackets.
func measureErrors(ctx context.Context, c call) error {
	step := c.flags.Int("step", 100, "one sample in so many is used")
	weightsFile := c.flags.String("weights", "", "`file` of weights; those of the program if empty")
	if err := c.parse(1, 1<<20); err != nil {
		return err
	}
	if *step < 1 {
		return fmt.Errorf("errors: -step %d", *step)
	}
	weights, err := readWeights(*weightsFile)
	if err != nil {
		return err
	}
	errors := train.NewDepthErrors(weights)
	for _, name := range c.flags.Args() {
		games, err := readGames(name)
		if err != nil {
			return err
		}
		n := 0
		for _, g := range games {
			for _, s := range slices.Concat(g.Line, g.Branches) {
				if n%*step == 0 && ctx.Err() == nil {
					errors.Add(ctx, s.Own, s.Opp)
				}
				n++
			}
		}
	}
	for empties := 56; empties > 8; empties -= 8 {
		fmt.Fprintf(c.stdout, "%2d empty, %6d positions, depths 3 to 10:", empties, errors.Positions(empties))
		for depth := 3; depth <= 10; depth++ {
			mean, discs, relied := errors.Deviation(empties, depth)
			fmt.Fprintf(c.stdout, " %+.1f ± %.2f (%.2f)", mean, discs, relied)
		}
		fmt.Fprint(c.stdout, "; from the evaluation, 1 to 6:")
		for depth := 1; depth <= 6; depth++ {
			mean, discs, relied := errors.StaticDeviation(empties, depth)
			fmt.Fprintf(c.stdout, " %+.1f (%+.1f) ± %.2f", mean, relied, discs)
		}
		fmt.Fprintln(c.stdout)
	}
	return ctx.Err()
}
