package app

import (
	"errors"
	"flag"
	"fmt"
	"io"
)

// options are those of the command line.
type options struct {
	env      string
	local    bool
	board    string
	pictures string
	version  bool
	command  string // empty: run
	argument string // of the command
}

// commands tell what the one argument of each is, if it has one.
var commands = map[string]string{
	"healthcheck": "",
	"backup":      "the file to copy the database into",
	"manifest":    "the platform to print it for: manifest slack",
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
	set.StringVar(&o.pictures, "pictures", "", "have the local channel write its pictures into this `folder`")
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
	o.command, o.argument = set.Arg(0), set.Arg(1)
	switch takes, known := commands[o.command]; {
	case set.NArg() == 0:
	case !known:
		return o, fmt.Errorf("there is no command %q; bot without arguments runs everything that is configured", o.command)
	case takes == "" && set.NArg() > 1:
		return o, fmt.Errorf("%s takes no arguments; flags stand before it", o.command)
	case takes != "" && (set.NArg() != 2 || o.argument == "") || o.command == "manifest" && o.argument != "slack":
		return o, fmt.Errorf("%s takes %s", o.command, takes)
	}
	return o, nil
}
