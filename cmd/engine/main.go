// Command engine is the engine on a command line: it plays by the Go Text Protocol and by
// NBoard's, solves endgames and counts positions.
//
// It must never hold anything that decides a move: what it finds is found in
// package engine, so that a bot plays what is measured here.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal kills
	err := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	if err != nil {
		fmt.Fprintln(os.Stderr, "engine:", err)
	}
	os.Exit(exitCode(err))
}

// exitCode is 0 for success, 2 for wrong usage, and 1 for any other failure.
func exitCode(err error) int {
	var usage *usageError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &usage):
		return 2
	default:
		return 1
	}
}
