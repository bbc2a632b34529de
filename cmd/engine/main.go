// Command engine runs the engine on a command line. It plays by the Go Text Protocol and
// the NBoard protocol, solves endgames and counts positions.
//
// It must never hold code that decides a move. Package engine makes all decisions, so
// that the bot plays exactly the engine measured here.
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
	context.AfterFunc(ctx, stop) // a second signal kills the process
	err := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	if err != nil {
		fmt.Fprintln(os.Stderr, "engine:", err)
	}
	os.Exit(exitCode(err))
}

// exitCode returns 0 for success, 2 for wrong usage, and 1 for any other failure.
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
