package main

import (
	"context"
	"fmt"

	"othellobot/lab/train"
)

// selfplay plays games and writes their positions with values to a file. It continues a
// file with the same settings.
func selfplay(ctx context.Context, c call) error {
	out := c.flags.String("out", "", "`file` to write, or to go on with")
	first := c.flags.Uint64("first", 0, "`number` of the first game")
	games := c.flags.Uint64("games", 100, "how many games the file is to hold")
	seed := c.flags.Uint64("seed", 1, "of all chance")
	depth := c.flags.Int("depth", 8, "plies looked ahead, an even number")
	exact := c.flags.Int("exact", 16, "positions with so many empty squares are solved")
	branches := c.flags.Int("branches", 0, "how many other ends are tried for each game")
	workers := c.flags.Int("workers", 1, "how many games are played at a time; the file does not depend on it")
	weightsFile := c.flags.String("weights", "", "`file` of weights; those of the program if empty")
	if err := c.parse(0, 0); err != nil {
		return err
	}
	if err := checkLabels(*depth, *workers); err != nil {
		return err
	}
	weights, err := readWeights(*weightsFile)
	if err != nil {
		return err
	}
	settings := train.Selfplay{Weights: weights, Seed: *seed, Depth: *depth, Exact: *exact, Branches: *branches}
	file, err := openSamples(*out, fmt.Sprintf("games from %d, seed %d, depth %d, exact %d, branches %d, weights %s",
		*first, *seed, *depth, *exact, *branches, train.WeightsOf(weights).Sum()))
	if err != nil {
		return err
	}
	err = fill(ctx, c, file, *workers, *first, *games, func() func(context.Context, uint64) (train.Game, error) {
		return train.NewPlayer(settings).Game
	})
	return file.close(c.stdout, err)
}

// checkLabels checks the flags of the commands that value positions.
func checkLabels(depth, workers int) error {
	switch {
	case depth < 0 || depth%2 != 0:
		return fmt.Errorf("-depth %d: samples are of even depths", depth)
	case workers < 1:
		return fmt.Errorf("-workers %d", workers)
	}
	return nil
}

// fill adds games until the file holds the given number of games. first is the number of the
// file's first game.
func fill(ctx context.Context, c call, file *sampleFile, workers int, first, games uint64, newWorker func() func(context.Context, uint64) (train.Game, error)) error {
	progress := newProgress(c.stderr, file.games, file.samples)
	defer progress.end()
	return train.InOrder(ctx, workers, first+uint64(file.games), first+games, newWorker, func(g train.Game) error {
		if err := file.add(g); err != nil {
			return err
		}
		progress.update(file.games, int(games), file.samples)
		return nil
	})
}
