package main

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"othellobot/engine"
	"othellobot/rules"
)

// perft prints the counts for every depth up to the given one.
func perft(ctx context.Context, c call) error {
	if err := c.parse(1, 1); err != nil {
		return err
	}
	deepest, err := strconv.Atoi(c.flags.Arg(0))
	if err != nil || deepest < 1 {
		return usagef("perft: %q is no depth", c.flags.Arg(0))
	}
	for depth := 1; depth <= deepest && ctx.Err() == nil; depth++ {
		begun := time.Now()
		leaves := engine.Perft(rules.Start(), depth)
		took := time.Since(begun).Seconds()
		fmt.Fprintf(c.stdout, "%2d %15d %8.3f s %6.1f million/s\n", depth, leaves, took, float64(leaves)/took/1e6)
	}
	return ctx.Err()
}
