package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"strings"
)

// command is a word behind the program's name and what it does.
type command struct {
	name, args, help string
	run              func(ctx context.Context, c call) error
}

// commands are all of them, in the order of the help.
func commands() []command {
	return []command{
		{"selfplay", "", "play games to learn from", selfplay},
		{"stray", "FILE", "value what lies beside the games of a file of samples", stray},
		{"label", "GAMES", "value the positions of games", label},
		{"train", "FILE…", "fit weights to what selfplay has written", fitWeights},
		{"accuracy", "FILE…", "measure how far judgement is off", accuracy},
		{"errors", "FILE…", "measure how far short searches are off", measureErrors},
		{"book", "", "make an opening book by searching", makeBook},
		{"puzzles", "", "find puzzles in games of the engine against itself", makePuzzles},
		{"reviews", "GAMES", "measure what reviews take and how true they are", measureReviews},
		{"strengths", "", "measure how accurate reviews find players of all strengths", measureStrengths},
		{"coach", "", "measure how a coach finds levels, and when it asks", measureCoach},
		{"match", "A B", "play one engine against another", playMatch},
		{"analyze", "GAME", "print what a position or the moves of a game are worth", analyze},
		{"review", "GAMES", "print what finished games teach", reviewFile},
	}
}

// call is a command's part of the command line, and where it writes.
type call struct {
	name           string
	flags          *flag.FlagSet
	args           []string
	stdout, stderr io.Writer
}

// parse reads the flags and holds the number of other arguments to least and most. The
// error is [flag.ErrHelp] if help was asked for, and given.
func (c *call) parse(least, most int) error {
	if err := c.flags.Parse(c.args); err != nil {
		return err
	}
	if n := c.flags.NArg(); n < least || n > most {
		return fmt.Errorf("%s: %d arguments", c.name, n)
	}
	return nil
}

// run is the whole program. The error is [flag.ErrHelp] if help was asked for.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	for _, c := range commands() {
		if len(args) > 0 && c.name == args[0] {
			flags := flag.NewFlagSet("mill "+c.name, flag.ContinueOnError)
			flags.SetOutput(stderr)
			return c.run(ctx, call{c.name, flags, args[1:], stdout, stderr})
		}
	}
	for _, c := range commands() {
		fmt.Fprintf(stderr, "mill %-8s %-6s  %s\n", c.name, c.args, c.help)
	}
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		return fmt.Errorf("there is no command %q", args[0])
	}
	return flag.ErrHelp
}
