package main

import (
	"context"
	"fmt"
	"slices"

	"othellobot/engine"
	"othellobot/engine/weightfile"
)

// measureErrors compares short searches with deeper ones on samples, and prints
// the standard deviations in discs, a line for each part of the game.
func measureErrors(ctx context.Context, c call) error {
	step := c.flags.Int("step", 100, "one sample in so many is used")
	weightsFile := c.flags.String("weights", "", "`file` of weights; those of the program if empty")
	if err := c.parse(1, 1<<20); err != nil {
		return err
	}
	if *step < 1 {
		return fmt.Errorf("errors: -step %d", *step)
	}
	weights, err := weightfile.Read(*weightsFile)
	if err != nil {
		return err
	}
	errors := engine.NewDepthErrors(weights)
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
		_, n := errors.Deviation(empties, 8)
		fmt.Fprintf(c.stdout, "%2d empty, %6d positions, depths 3 to 8:", empties, n)
		for depth := 3; depth <= 8; depth++ {
			discs, _ := errors.Deviation(empties, depth)
			fmt.Fprintf(c.stdout, " %.2f", discs)
		}
		fmt.Fprint(c.stdout, "; from the evaluation, 1 to 8:")
		for depth := 1; depth <= 8; depth++ {
			discs, _ := errors.StaticDeviation(empties, depth)
			fmt.Fprintf(c.stdout, " %.2f", discs)
		}
		fmt.Fprintln(c.stdout)
	}
	return ctx.Err()
}
