// Command mill makes the data of the engine and the bot: weights, the opening book,
// the puzzles and the lessons. It also measures the strength of the engine, and the quality of its
// evaluation and its reviews.
//
// It is for authors. The bot must never depend on it.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal kills the process
	err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "mill:", err)
		os.Exit(1)
	}
}
