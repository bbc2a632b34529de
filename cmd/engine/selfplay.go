package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"othellobot/engine/train"
)

// selfplay plays games and writes their positions with values to a file, and
// those of other ends of the games to another.
func selfplay(ctx context.Context, c call) error {
	out := c.flags.String("out", "", "`file` to write; it must not exist")
	sides := c.flags.String("sides", "", "`file` for what branches off the games; nothing does if empty")
	first := c.flags.Uint64("first", 0, "`number` of the first game")
	games := c.flags.Uint64("games", 100, "how many games")
	seed := c.flags.Uint64("seed", 1, "of all chance")
	depth := c.flags.Int("depth", 5, "plies looked ahead")
	exact := c.flags.Int("exact", 15, "positions with so many empty squares are solved")
	branches := c.flags.Int("branches", 24, "how many ends are tried for each game")
	weightsFile := c.flags.String("weights", "", "`file` of weights; those of the program if empty")
	if err := c.parse(0, 0); err != nil {
		return err
	}
	weights, err := readWeights(*weightsFile)
	if err != nil {
		return err
	}
	settings := train.Selfplay{Weights: weights, Seed: *seed, Depth: *depth, Exact: *exact}
	file, err := newFile(*out)
	if err != nil {
		return err
	}
	defer file.Close()
	sideFile := io.Discard
	if *sides != "" {
		settings.Branches = *branches
		side, err := newFile(*sides)
		if err != nil {
			return err
		}
		defer side.Close()
		sideFile = side
	}
	player := train.NewPlayer(settings)
	written := 0
	for n := *first; n < *first+*games; n++ {
		line, side := player.Game(ctx, n)
		if ctx.Err() != nil {
			return ctx.Err() // the game was broken off
		}
		if err := train.WriteSamples(file, line); err != nil {
			return err
		}
		if err := train.WriteSamples(sideFile, side); err != nil {
			return err
		}
		written += len(line) + len(side)
	}
	fmt.Fprintf(c.stdout, "%d samples\n", written)
	return nil
}

// newFile makes a file that must not exist.
func newFile(name string) (*os.File, error) {
	return os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
}
