package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"strings"

	"othellobot/engine/train"
	"othellobot/rules"
)

// label values the positions of games that others have played, one transcript a
// line, and writes them to a file. If that holds games of the same settings it goes on
// behind them.
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
		return usagef("label: -part %d", *part)
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
	var lines []int // the numbers of those that are used
	transcripts := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	for n := range transcripts {
		if (n%*part == 0) != *rest {
			lines = append(lines, n)
		}
	}
	sum := sha256.Sum256(text)
	file, err := openSamples(*out, fmt.Sprintf("games of %x, one in %d, rest %t, depth %d, exact %d, weights %s",
		sum[:8], *part, *rest, *depth, *exact, train.WeightsOf(weights).Sum()))
	if err != nil {
		return err
	}
	settings := train.Selfplay{Weights: weights, Depth: *depth, Exact: *exact}
	err = fill(ctx, c, file, *workers, 0, uint64(len(lines)), func() func(context.Context, uint64) (train.Game, error) {
		player := train.NewPlayer(settings)
		return func(ctx context.Context, n uint64) (train.Game, error) {
			transcript, _, _ := strings.Cut(transcripts[lines[n]], " ")
			moves, err := rules.ParseTranscript(transcript)
			if err != nil {
				return train.Game{}, fmt.Errorf("%s:%d: %w", name, lines[n]+1, err)
			}
			g, err := player.Value(ctx, moves)
			if err != nil {
				return train.Game{}, fmt.Errorf("%s:%d: %w", name, lines[n]+1, err)
			}
			return g, nil
		}
	})
	return file.close(c.stdout, err)
}
