package main

import (
	"context"
	"fmt"
	"path/filepath"

	"othellobot/engine"
	"othellobot/lab/train"
)

// accuracy compares static evaluation with the values of samples. It prints a line for
// each part of the game, for each file and separately for its branches.
func accuracy(_ context.Context, c call) error {
	weightsFile := c.flags.String("weights", "", "`file` of weights; those of the program if empty")
	otherFile := c.flags.String("against", "", "`file` of weights that should be worse; those of the program if empty")
	each := c.flags.Bool("each", false, "a line for each number of empty squares instead")
	if err := c.parse(1, 1<<20); err != nil {
		return err
	}
	weights, err := readWeights(*weightsFile)
	if err != nil {
		return err
	}
	other, err := readWeights(*otherFile)
	if err != nil {
		return err
	}
	measure := func(title string, games [][]train.Sample) {
		fmt.Fprintf(c.stdout, "%s\n%-14s %9s %8s %8s %8s\n", title, "", "positions", "error", "bias", "gain")
		groups, groupOf, label := stageGroups()
		if *each {
			groups, groupOf, label = emptiesGroups()
		}
		for group, a := range train.Measure(weights, other, games, groups, groupOf) {
			if a.Positions > 0 {
				fmt.Fprintf(c.stdout, "%-14s %9d %8.2f %+8.2f %+8.3f ± %.3f\n", label(group), a.Positions, a.Error, a.Bias, a.Gain, a.GainDeviation)
			}
		}
	}
	for _, name := range c.flags.Args() {
		games, err := readGames(name)
		if err != nil {
			return err
		}
		var lines, branches [][]train.Sample
		for _, g := range games {
			lines = append(lines, g.Line)
			if len(g.Branches) > 0 {
				branches = append(branches, g.Branches)
			}
		}
		measure(filepath.Base(name), lines)
		if len(branches) > 0 {
			measure(filepath.Base(name)+", branches", branches)
		}
	}
	return nil
}

// stageGroups groups samples by stage of the game. Labels name the plies.
func stageGroups() (groups int, groupOf func(train.Sample) int, label func(int) string) {
	return engine.Stages, func(s train.Sample) int { return engine.StageOf(s.Empties()) }, func(stage int) string {
		return fmt.Sprintf("plies %d to %d", engine.StagePlies*stage, engine.StagePlies*(stage+1)-1)
	}
}

// emptiesGroups groups samples by number of empty squares.
func emptiesGroups() (groups int, groupOf func(train.Sample) int, label func(int) string) {
	return 61, train.Sample.Empties, func(empties int) string { return fmt.Sprintf("%d empty", empties) }
}
