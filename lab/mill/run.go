package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"strings"
)

// command is a subcommand of the program.
type command struct {
	name, args, help string
	run              func(ctx context.Context, c call) error
}

// commands lists all commands in the order of the help.
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
		{"lessons", "", "find positions for lessons in the same way", makeLessons},
		{"reviews", "GAMES", "measure what reviews take and how true they are", measureReviews},
		{"strengths", "", "measure how accurate reviews find players of all strengths", measureStrengths},
		{"coach", "", "measure how a coach finds levels, and when it asks", measureCoach},
		{"match", "A B", "play one engine against another", playMatch},
		{"analyze", "GAME", "print what a position or the moves of a game are worth", analyze},
		{"review", "GAMES", "print what finished games teach", reviewFile},
	}
}

// call is one run of a command, with its arguments and outputs.
type call struct {
	name           string
	flags          *flag.FlagSet
	args           []string
	stdout, stderr io.Writer
}

// parse parses the flags and checks that the number of other arguments is between least
// and most. If the user asked for help, it prints the help and returns [flag.ErrHelp].
func (c *call) parse(least, most int) error {
	if err := c.flags.Parse(c.args); err != nil {
		return err
	}
	if n := c.flags.NArg(); n < least || n > most {
		return fmt.Errorf("%s: %d arguments", c.name, n)
	}
	return nil
}

// run runs the whole program. It returns [flag.ErrHelp] if the user asked for help.
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
