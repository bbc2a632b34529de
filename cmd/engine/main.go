// Command engine runs the engine on a command line. It plays by the Go Text Protocol and
// the NBoard protocol, solves endgames and counts the leaves of the game tree.
//
// It must never choose between moves itself. Package engine does that, so that measurements
// made here hold for the bot.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"

	"othellobot/engine"
	"othellobot/rules"
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
	if _, usage := errors.AsType[*usageError](err); usage {
		return 2
	} else if err != nil {
		return 1
	}
	return 0
}

type usageError struct{ error }

func usagef(format string, args ...any) error { return &usageError{fmt.Errorf(format, args...)} }

type command struct {
	name, args, help string
	run              func(ctx context.Context, c call) error
}

// commands lists all commands in the order of the help.
func commands() []command {
	return []command{
		{"gtp", "", "play by the Go Text Protocol", playGTP},
		{"nboard", "", "play and give hints by the NBoard protocol", playNBoard},
		{"solve", "FILE.obf", "solve endgames, one a line", solveFile},
		{"perft", "N", "count the leaves of the game tree", perft},
	}
}

// call is one run of a command, with its arguments and streams.
type call struct {
	command
	flags          *flag.FlagSet
	args           []string
	stdin          io.Reader
	stdout, stderr io.Writer
}

// parse parses the flags and checks that the number of other arguments is between least
// and most. If the user asked for help, it prints the help and returns [flag.ErrHelp].
func (c *call) parse(least, most int) error {
	switch err := c.flags.Parse(c.args); {
	case errors.Is(err, flag.ErrHelp):
		c.usage(c.stdout)
		return err
	case err != nil:
		c.usage(c.stderr)
		return &usageError{err}
	}
	if n := c.flags.NArg(); n < least || n > most {
		c.usage(c.stderr)
		return usagef("%s: %d arguments", c.name, n)
	}
	return nil
}

func (c *call) usage(to io.Writer) {
	fmt.Fprintf(to, "%s: %s\n", strings.TrimSpace("engine "+c.name+" [flags] "+c.command.args), c.help)
	c.flags.SetOutput(to)
	c.flags.PrintDefaults()
}

func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	name := "help"
	if len(args) > 0 {
		name, args = args[0], args[1:]
	}
	for _, c := range commands() {
		if c.name != name {
			continue
		}
		flags := flag.NewFlagSet(name, flag.ContinueOnError)
		flags.SetOutput(io.Discard) // parse reports errors
		flags.Usage = func() {}
		err := c.run(ctx, call{c, flags, args, stdin, stdout, stderr})
		if errors.Is(err, flag.ErrHelp) {
			return nil
		}
		return err
	}
	switch name {
	case "help", "-h", "-help", "--help":
		listCommands(stdout)
		return nil
	}
	listCommands(stderr)
	return usagef("there is no command %q", name)
}

func listCommands(to io.Writer) {
	for _, c := range commands() {
		fmt.Fprintf(to, "engine %-6s %-8s  %s\n", c.name, c.args, c.help)
	}
	fmt.Fprintln(to, "engine COMMAND -h  the flags of a command")
}

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
