// Command bot plays Othello with the people of a chat channel.
//
// Without a platform configured it runs a local channel on standard input and
// output. It must never hold behaviour of its own: it reads the configuration,
// wires the packages together, and stops them in order.
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
	err := run(ctx, os.Args[1:], os.Getenv, os.Stdin, os.Stdout, os.Stderr)
	if err != nil {
		fmt.Fprintln(newScrubber(os.Stderr), "bot:", err)
	}
	os.Exit(exitCode(err))
}

// exitCode is 0 after a clean stop, 2 for wrong usage or configuration, and 1
// for any other failure.
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
