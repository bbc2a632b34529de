// Command cmd measures a bot under load: alone, or in turns with another bot or with a program that
// gives a constant answer.
//
// It needs the bot's source to build the programs that it is not given. It must never change anything
// there.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"othellobot/lab/load"
)

const usage = `usage, in the folder lab: go run ./load/cmd [flags]

  go run ./load/cmd                      the bot of this source alone
  go run ./load/cmd -against OLD         by turns with a bot built before
  go run ./load/cmd -bot BOT -baseline   by turns with a constant answer

`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal kills
	c, err := parse(os.Args[1:])
	if errors.Is(err, flag.ErrHelp) {
		return
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
		os.Exit(2)
	}
	if err := c.Run(ctx, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
		os.Exit(1)
	}
}

func parse(args []string) (c load.Comparison, err error) {
	set := flag.NewFlagSet("load", flag.ContinueOnError)
	set.Usage = func() {
		fmt.Fprint(set.Output(), usage)
		set.PrintDefaults()
	}
	set.StringVar(&c.Bot, "bot", "", "the `file` of the bot that is measured; none: it is built from the source here")
	set.StringVar(&c.Against, "against", "", "the `file` of another bot, to be measured by turns with it")
	set.BoolVar(&c.Baseline, "baseline", false, "by turns with a program that only checks the signature and gives a constant answer")
	set.BoolVar(&c.Journal, "journal", false, "with -baseline: that program first appends 4 KiB to a file in TMPDIR, and has it on the disk")
	set.StringVar(&c.Platform, "platform", "both", "discord, slack or both")
	set.StringVar(&c.Database, "database", "sqlite", "memory, sqlite (a new file in TMPDIR) or postgres (a new schema on the server OTHELLO_POSTGRES)")
	set.IntVar(&c.Workspaces, "workspaces", 50, "how many workspaces of Slack share the bot")
	set.IntVar(&c.Rate, "rate", 300, "deliveries a second")
	set.IntVar(&c.Crowd, "crowd", 0, "so many deliveries under way at any time, in place of a rate; a turn has as many as -rate and -seconds bring")
	set.IntVar(&c.Seconds, "seconds", 5, "how long a turn takes")
	set.IntVar(&c.Pairs, "pairs", 5, "how many pairs of turns, at most 40")
	if err := set.Parse(args); err != nil {
		return c, err
	}
	if set.NArg() > 0 {
		return c, fmt.Errorf("%q is no flag", set.Arg(0))
	}
	return c, c.Check()
}
