package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"othellobot/lab/train"
)

// fitWeights fits weights to samples. Their errors must be measured on samples of other games.
func fitWeights(_ context.Context, c call) error {
	out := c.flags.String("out", "", "`file` of weights to write")
	start := c.flags.String("start", "", "`file` of weights to begin with; none if empty")
	late := c.flags.String("late", "", "further `files`, with commas, of which only late positions are used")
	level := c.flags.String("level", "", "`files`, with commas, on whose games the values of each stage are right on average in the end")
	empties := c.flags.Int("empties", 14, "late positions have no more empty squares than `these`")
	epochs := c.flags.Int("epochs", 15, "how often each sample is used")
	rate := c.flags.Float64("rate", 4, "how fast is learned")
	seed := c.flags.Uint64("seed", 1, "of the order of the samples")
	if err := c.parse(1, 1<<20); err != nil {
		return err
	}
	fit := train.Fit{Epochs: *epochs, Rate: *rate, Seed: *seed}
	if *start != "" {
		weights, err := readWeights(*start)
		if err != nil {
			return err
		}
		begin := train.WeightsOf(weights)
		fit.Start = &begin
	}
	samples, err := readSamples(c.flags.Args(), ofGame)
	if err != nil {
		return err
	}
	if *late != "" {
		more, err := readSamples(strings.Split(*late, ","), ofGame)
		if err != nil {
			return err
		}
		samples = append(samples, slices.DeleteFunc(more, func(s train.Sample) bool { return s.Empties() > *empties })...)
	}
	if *level != "" {
		if fit.Level, err = readSamples(strings.Split(*level, ","), ofLine); err != nil {
			return err
		}
	}
	fmt.Fprintf(c.stdout, "%d samples\n", len(samples))
	progress := newProgress(c.stderr, 0, 0)
	defer progress.end()
	fit.Progress = func(done, of int) { progress.update(done, of, done) }
	return writeWeights(*out, fit.Weights(samples))
}

// ofGame returns all samples of a game.
func ofGame(g train.Game) []train.Sample { return slices.Concat(g.Line, g.Branches) }

// ofLine returns the samples of a game, without those of its branches.
func ofLine(g train.Game) []train.Sample { return g.Line }

// readSamples reads the samples of files, in order. of selects the samples of a game.
func readSamples(names []string, of func(train.Game) []train.Sample) (samples []train.Sample, err error) {
	for _, name := range names {
		games, err := readGames(name)
		if err != nil {
			return nil, err
		}
		for _, g := range games {
			samples = append(samples, of(g)...)
		}
	}
	return samples, nil
}

func writeWeights(name string, weights train.Weights) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	err = weights.Write(file)
	if closed := file.Close(); err == nil {
		err = closed
	}
	return err
}
