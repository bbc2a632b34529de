// Command mill makes what the engine plays by and the bot shows: weights, the opening book
// and the puzzles, from games of the engine against itself. And it measures how good the
// engine, its judgement and its reviews are: by matches, analyses and figures.
//
// It is for authors, and never becomes part of a bot.
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
	context.AfterFunc(ctx, stop) // a second signal kills
	err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "mill:", err)
		os.Exit(1)
	}
}
