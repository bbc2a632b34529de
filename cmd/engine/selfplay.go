package main

import (
	"context"
	"fmt"
	"os"

	"othellobot/engine"
)

// selfplay plays games and writes their positions with values to a file.
func selfplay(ctx context.Context, c call) error {
	out := c.flags.String("out", "", "`file` to write; it must not exist")
	first := c.flags.Uint64("first", 0, "`number` of the first game")
	games := c.flags.Uint64("games", 100, "how many games")
	seed := c.flags.Uint64("seed", 1, "of all chance")
	depth := c.flags.Int("depth", 5, "plies looked ahead")
	exact := c.flags.Int("exact", 15, "positions with so many empty squares are solved")
	weightsFile := c.flags.String("weights", "", "`file` of weights; those of the program if empty")
	if err := c.parse(0, 0); err != nil {
		return err
	}
	weights, err := readWeights(*weightsFile)
	if err != nil {
		return err
	}
	file, err := os.OpenFile(*out, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	player := engine.NewPlayer(engine.Selfplay{Weights: weights, Seed: *seed, Depth: *depth, Exact: *exact})
	written := 0
	for n := *first; n < *first+*games && err == nil && ctx.Err() == nil; n++ {
		samples := player.Game(ctx, n)
		if ctx.Err() == nil { // else the game was broken off
			err = engine.WriteSamples(file, samples)
			written += len(samples)
		}
	}
	fmt.Fprintf(c.stdout, "%d samples\n", written)
	if closed := file.Close(); err == nil {
		err = closed
	}
	return err
}
