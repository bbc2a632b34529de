package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"strings"

	"othellobot/engine/train"
	"othellobot/rules"
)

// label values the positions of games that others have played, one transcript a
// line, and writes them to a file.
func label(ctx context.Context, c call) error {
	out := c.flags.String("out", "", "`file` to write; it must not exist")
	part := c.flags.Int("part", 20, "one game in so many")
	rest := c.flags.Bool("rest", false, "all but those games")
	depth := c.flags.Int("depth", 0, "plies looked ahead; 0 for the solved positions only")
	exact := c.flags.Int("exact", 15, "positions with so many empty squares are solved")
	weightsFile := c.flags.String("weights", "", "`file` of weights; those of the program if empty")
	if err := c.parse(1, 1); err != nil {
		return err
	}
	if *part < 1 {
		return usagef("label: -part %d", *part)
	}
	weights, err := readWeights(*weightsFile)
	if err != nil {
		return err
	}
	games, err := os.Open(c.flags.Arg(0))
	if err != nil {
		return err
	}
	defer games.Close()
	file, err := newFile(*out)
	if err != nil {
		return err
	}
	defer file.Close()
	player := train.NewPlayer(train.Selfplay{Weights: weights, Depth: *depth, Exact: *exact})
	lines := bufio.NewScanner(games)
	written := 0
	for n := 0; lines.Scan(); n++ {
		if (n%*part == 0) == *rest {
			continue
		}
		transcript, _, _ := strings.Cut(lines.Text(), " ")
		moves, err := rules.ParseTranscript(transcript)
		if err != nil {
			return fmt.Errorf("%s:%d: %w", games.Name(), n+1, err)
		}
		samples, err := player.Value(ctx, moves)
		if err != nil {
			return fmt.Errorf("%s:%d: %w", games.Name(), n+1, err)
		}
		if err := train.WriteSamples(file, samples); err != nil {
			return err
		}
		written += len(samples)
	}
	fmt.Fprintf(c.stdout, "%d samples\n", written)
	return lines.Err()
}
