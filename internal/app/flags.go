package app

import (
	"errors"
	"flag"
	"fmt"
	"io"
)

// options are what the command line says.
type options struct {
	env         string
	local       bool
	board       string
	version     bool
	healthcheck bool
	manifest    bool
	backup      string // the file to copy the database into; empty: none
}

const usage = `usage: bot [flags]              run everything that the environment configures
       bot [flags] healthcheck  ask a running bot whether it is ready: 0 yes, 1 no, 2 it does not listen
       bot [flags] backup FILE  copy the SQLite database into a new file, also while a bot uses it
       bot [flags] manifest slack  print the manifest of an app for this configuration

`

func parseFlags(args []string, stderr io.Writer) (options, error) {
	var o options
	set := flag.NewFlagSet("bot", flag.ContinueOnError)
	set.SetOutput(io.Discard) // the error is printed once, by main
	set.StringVar(&o.env, "env", ".env", "read the environment from this `file` too, if it exists")
	set.BoolVar(&o.local, "local", false, "run the local channel on standard input and output")
	set.StringVar(&o.board, "board", "", "how the local channel draws the board, emoji or text: `style`")
	set.BoolVar(&o.version, "version", false, "print the version and exit")
	if err := set.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			set.SetOutput(stderr)
			fmt.Fprint(stderr, usage)
			set.PrintDefaults()
		}
		return o, err
	}
	switch o.board {
	case "", "emoji", "text":
	default:
		return o, errors.New("-board is emoji or text")
	}
	switch {
	case set.NArg() == 0:
	case set.Arg(0) == "manifest":
		if set.NArg() != 2 || set.Arg(1) != "slack" {
			return o, errors.New("manifest takes the platform to print it for: manifest slack")
		}
		o.manifest = true
	case set.Arg(0) == "backup":
		if set.NArg() != 2 || set.Arg(1) == "" {
			return o, errors.New("backup takes the file to copy the database into")
		}
		o.backup = set.Arg(1)
	case set.Arg(0) != "healthcheck":
		return o, fmt.Errorf("there is no command %q; bot without arguments runs everything that is configured", set.Arg(0))
	case set.NArg() > 1:
		return o, errors.New("healthcheck takes no arguments; flags stand before it")
	default:
		o.healthcheck = true
	}
	return o, nil
}
