package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"

	"othellobot/lab/train"
)

// stray values positions a few moves away from games, and writes them to a file. It continues
// a file with the same settings.
func stray(ctx context.Context, c call) error {
	out := c.flags.String("out", "", "`file` to write, or to go on with")
	games := c.flags.Int("games", 0, "how many games are used; 0 for all")
	seed := c.flags.Uint64("seed", 1, "of all chance")
	depth := c.flags.Int("depth", 6, "plies looked ahead, an even number, and one less")
	exact := c.flags.Int("exact", 14, "positions with so many empty squares are solved")
	workers := c.flags.Int("workers", 1, "how many games are used at a time; the file does not depend on it")
	weightsFile := c.flags.String("weights", "", "`file` of weights; those of the program if empty")
	if err := c.parse(1, 1); err != nil {
		return err
	}
	if err := checkLabels(*depth, *workers); err != nil {
		return err
	}
	weights, err := readWeights(*weightsFile)
	if err != nil {
		return err
	}
	name := c.flags.Arg(0)
	lines, err := readGames(name)
	if err != nil {
		return err
	}
	if *games > 0 {
		lines = lines[:min(*games, len(lines))]
	}
	sum, err := prefixSum(name)
	if err != nil {
		return err
	}
	file, err := openSamples(*out, fmt.Sprintf("beside %s, seed %d, depth %d, exact %d, weights %s",
		sum, *seed, *depth, *exact, train.WeightsOf(weights).Sum()))
	if err != nil {
		return err
	}
	settings := train.Selfplay{Weights: weights, Seed: *seed, Depth: *depth, Exact: *exact}
	err = fill(ctx, c, file, *workers, 0, uint64(len(lines)), func() func(context.Context, uint64) (train.Game, error) {
		player := train.NewPlayer(settings)
		return func(ctx context.Context, n uint64) (train.Game, error) {
			return player.Stray(ctx, n, lines[n].Line)
		}
	})
	return file.close(c.stdout, err)
}

// prefixSum returns a checksum of the first 4 KiB of a file of samples. Games added after
// them do not change it.
func prefixSum(name string) (string, error) {
	file, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer file.Close()
	beginning := make([]byte, 1<<12)
	n, err := file.Read(beginning)
	return fmt.Sprintf("%x", sha256.Sum256(beginning[:n]))[:16], err
}
