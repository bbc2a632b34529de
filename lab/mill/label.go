package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"

	"othellobot/lab/train"
	"othellobot/record"
)

// label values the positions of a file of games and writes them to another file. It
// continues a file with the same settings.
func label(ctx context.Context, c call) error {
	out := c.flags.String("out", "", "`file` to write, or to go on with")
	part := c.flags.Int("part", 20, "one game in so many")
	rest := c.flags.Bool("rest", false, "all but those games")
	depth := c.flags.Int("depth", 0, "plies looked ahead, an even number; 0 for the solved positions only")
	exact := c.flags.Int("exact", 16, "positions with so many empty squares are solved")
	workers := c.flags.Int("workers", 1, "how many games are valued at a time; the file does not depend on it")
	weightsFile := c.flags.String("weights", "", "`file` of weights; those of the program if empty")
	if err := c.parse(1, 1); err != nil {
		return err
	}
	if *part < 1 {
		return fmt.Errorf("label: -part %d", *part)
	}
	if err := checkLabels(*depth, *workers); err != nil {
		return err
	}
	weights, err := readWeights(*weightsFile)
	if err != nil {
		return err
	}
	name := c.flags.Arg(0)
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	all, err := readGameFile(name)
	if err != nil {
		return err
	}
	var games []record.Game
	for n, g := range all {
		if (n%*part == 0) != *rest {
			games = append(games, g)
		}
	}
	sum := sha256.Sum256(text)
	file, err := openSamples(*out, fmt.Sprintf("games of %x, one in %d, rest %t, depth %d, exact %d, weights %s",
		sum[:8], *part, *rest, *depth, *exact, train.WeightsOf(weights).Sum()))
	if err != nil {
		return err
	}
	settings := train.Selfplay{Weights: weights, Depth: *depth, Exact: *exact}
	err = fill(ctx, c, file, *workers, 0, uint64(len(games)), func() func(context.Context, uint64) (train.Game, error) {
		player := train.NewPlayer(settings)
		return func(ctx context.Context, n uint64) (train.Game, error) {
			return player.Value(ctx, games[n].Start, games[n].Moves)
		}
	})
	return file.close(c.stdout, err)
}
