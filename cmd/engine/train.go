package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"

	"othellobot/engine"
)

// train fits weights to samples and reports how far they are off, stage by
// stage, on samples that were held back.
func train(_ context.Context, c call) error {
	out := c.flags.String("out", "", "`file` of weights to write; none if empty")
	epochs := c.flags.Int("epochs", 15, "how often each sample is used")
	rate := c.flags.Float64("rate", 1, "how fast is learned")
	seed := c.flags.Uint64("seed", 1, "of the order of the samples")
	held := c.flags.Int("held", 20, "one in so many runs of samples is held back; 0 for none")
	test := c.flags.String("test", "", "`file` of samples to measure the error on as well")
	if err := c.parse(1, 1<<20); err != nil {
		return err
	}
	var samples, back []engine.Sample
	for _, name := range c.flags.Args() {
		all, err := readSamples(name)
		if err != nil {
			return err
		}
		used, unused := holdBack(all, *held)
		samples, back = append(samples, used...), append(back, unused...)
	}
	fmt.Fprintf(c.stdout, "%d samples, %d more held back\n", len(samples), len(back))
	weights := engine.Fit{Epochs: *epochs, Rate: *rate, Seed: *seed}.Weights(samples)
	reportError(c, weights, back)
	if *test != "" {
		others, err := readSamples(*test)
		if err != nil {
			return err
		}
		fmt.Fprintf(c.stdout, "%s:\n", *test)
		reportError(c, weights, others)
	}
	if *out == "" {
		return nil
	}
	return writeWeights(*out, weights)
}

// reportError prints how far judgement is off, a line for each stage with samples.
func reportError(c call, weights *engine.Weights, samples []engine.Sample) {
	for _, e := range engine.MeanError(weights, samples) {
		if e.Samples > 0 {
			fmt.Fprintf(c.stdout, "plies %2d to %2d: %7d samples, mean error %5.2f discs\n", e.FirstPly, e.LastPly, e.Samples, e.Error)
		}
	}
}

func readSamples(name string) ([]engine.Sample, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	samples, err := engine.ReadSamples(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return samples, nil
}

func writeWeights(name string, weights *engine.Weights) error {
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

// holdBack divides samples: one run in so many, at random, is not used. Samples
// of one game lie together, and a run is much longer than a game, so that what is
// held back hardly shares games with what is used.
func holdBack(samples []engine.Sample, oneIn int) (used, unused []engine.Sample) {
	const run = 1000
	dice := rand.New(rand.NewPCG(uint64(len(samples)), 0))
	for len(samples) > 0 {
		n := min(run, len(samples))
		if oneIn > 0 && dice.IntN(oneIn) == 0 {
			unused = append(unused, samples[:n]...)
		} else {
			used = append(used, samples[:n]...)
		}
		samples = samples[n:]
	}
	return used, unused
}
