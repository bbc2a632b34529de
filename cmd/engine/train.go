package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"othellobot/engine/train"
)

// fitWeights fits weights to samples. Those to measure them on must be of other games.
func fitWeights(_ context.Context, c call) error {
	out := c.flags.String("out", "", "`file` of weights to write")
	epochs := c.flags.Int("epochs", 15, "how often each sample is used")
	rate := c.flags.Float64("rate", 4, "how fast is learned")
	seed := c.flags.Uint64("seed", 1, "of the order of the samples")
	late := c.flags.String("late", "", "further `files`, with commas, of which only late positions are used")
	empties := c.flags.Int("empties", 14, "late positions have no more empty squares than `these`")
	if err := c.parse(1, 1<<20); err != nil {
		return err
	}
	samples, err := readAll(c.flags.Args())
	if err != nil {
		return err
	}
	if *late != "" {
		more, err := readAll(strings.Split(*late, ","))
		if err != nil {
			return err
		}
		samples = append(samples, lateOnes(more, *empties)...)
	}
	fmt.Fprintf(c.stdout, "%d samples\n", len(samples))
	return writeWeights(*out, train.Fit{Epochs: *epochs, Rate: *rate, Seed: *seed}.Weights(samples))
}

// lateOnes are the samples with no more empty squares than given.
func lateOnes(samples []train.Sample, empties int) (late []train.Sample) {
	for _, s := range samples {
		if 64-(s.Own|s.Opp).Len() <= empties {
			late = append(late, s)
		}
	}
	return late
}

// readAll reads the samples of all files, one behind the other.
func readAll(names []string) (all []train.Sample, err error) {
	for _, name := range names {
		samples, err := readSamples(name)
		if err != nil {
			return nil, err
		}
		all = append(all, samples...)
	}
	return all, nil
}

func readSamples(name string) ([]train.Sample, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	samples, err := train.ReadSamples(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
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
