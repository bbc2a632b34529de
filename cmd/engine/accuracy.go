package main

import (
	"context"
	"fmt"
	"path/filepath"

	"othellobot/engine/train"
)

// accuracy compares judgement without looking ahead with the values of samples:
// a line for each part of the game with the mean error in discs for each file.
func accuracy(_ context.Context, c call) error {
	weightsFile := c.flags.String("weights", "", "`file` of weights; those of the program if empty")
	if err := c.parse(1, 1<<20); err != nil {
		return err
	}
	weights, err := readWeights(*weightsFile)
	if err != nil {
		return err
	}
	var columns [][]train.StageError
	fmt.Fprintf(c.stdout, "%-14s", "plies")
	for _, name := range c.flags.Args() {
		samples, err := readSamples(name)
		if err != nil {
			return err
		}
		errors := train.MeanError(weights, samples)
		columns = append(columns, errors[:])
		fmt.Fprintf(c.stdout, " %24s", filepath.Base(name))
	}
	fmt.Fprintln(c.stdout)
	for stage, e := range columns[0] {
		fmt.Fprintf(c.stdout, "%2d to %-8d", e.FirstPly, e.LastPly)
		for _, column := range columns {
			fmt.Fprintf(c.stdout, " %9.2f of %7d samples", column[stage].Error, column[stage].Samples)
		}
		fmt.Fprintln(c.stdout)
	}
	return nil
}
