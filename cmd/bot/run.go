package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"runtime/debug"
)

// usageError is a mistake in the command line or the configuration.
type usageError struct{ err error }

func (e *usageError) Error() string { return e.err.Error() }

func (e *usageError) Unwrap() error { return e.err }

// run is the whole program. It returns when ctx is done or the input has ended.
func run(ctx context.Context, args []string, getenv func(string) string, stdin io.Reader, stdout, stderr io.Writer) error {
	flags, err := parseFlags(args, stderr)
	if errors.Is(err, flag.ErrHelp) {
		return nil
	}
	if err != nil {
		return &usageError{err}
	}
	if flags.version {
		_, err := fmt.Fprintln(stdout, version())
		return err
	}
	env, warning, missing := environment(flags.env, getenv)
	config, wrong := readConfig(env, flags.local)
	if err := errors.Join(missing, wrong); err != nil {
		return &usageError{err}
	}
	log := newLogger(config, stderr)
	if warning != "" {
		log.Warn(warning, "file", flags.env)
	}
	return runLocal(ctx, config, flags, getenv, stdin, stdout, log)
}

// options are what the command line says.
type options struct {
	env     string
	local   bool
	board   string
	version bool
}

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
			set.Usage()
		}
		return o, err
	}
	switch o.board {
	case "", "emoji", "text":
	default:
		return o, errors.New("-board is emoji or text")
	}
	if set.NArg() > 0 {
		return o, fmt.Errorf("there is no command %q; bot without arguments runs everything that is configured", set.Arg(0))
	}
	return o, nil
}

func newLogger(c config, w io.Writer) *slog.Logger {
	opts := &slog.HandlerOptions{Level: c.logLevel}
	if c.logFormat == "json" {
		return slog.New(slog.NewJSONHandler(w, opts))
	}
	return slog.New(slog.NewTextHandler(w, opts))
}

// version is the module's version, or the commit that was built.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "othellobot, unknown version"
	}
	version := info.Main.Version
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			version += " " + s.Value
		}
	}
	return "othellobot " + version + " " + info.GoVersion
}
