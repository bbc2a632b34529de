package app

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"

	"othellobot/internal/app/config"
	"othellobot/internal/app/logging"
	"othellobot/words"
)

// usageError is a mistake in the command line or the configuration.
type usageError struct{ err error }

func (e *usageError) Error() string { return e.err.Error() }

func (e *usageError) Unwrap() error { return e.err }

// Run is the whole program: args are those behind its name, and getenv is its
// environment. It returns when ctx is done or the input has ended, and everything
// that it started has ended before. [Exit] says what its error means.
func Run(ctx context.Context, args []string, getenv func(string) string, stdin io.Reader, stdout, stderr io.Writer) error {
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
	c, warning, err := config.Load(flags.env, getenv, flags.local)
	if err != nil {
		return &usageError{err}
	}
	log := logging.New(c, stderr)
	if warning != "" {
		log.Warn(warning, "file", flags.env)
	}
	catalog, err := words.Load()
	if err != nil {
		return err
	}
	switch {
	case flags.command == "healthcheck":
		return checkHealth(ctx, c)
	case flags.command == "backup":
		return backup(ctx, c, flags.argument, stdout)
	case flags.command == "manifest":
		return printManifest(c, catalog, stdout, stderr)
	case c.HasPlatform():
		collectLess(getenv, log)
		return runPlatforms(ctx, c, catalog, log)
	default:
		return runLocal(ctx, c, flags, catalog, getenv, stdin, stdout, log)
	}
}

// Exit says on stderr why Run failed, without secrets, if it did. The exit code is
// 0 after a clean stop, 2 for wrong usage or configuration, and 1 for any other
// failure.
func Exit(err error, stderr io.Writer) (code int) {
	if err == nil {
		return 0
	}
	fmt.Fprintln(logging.Scrub(stderr), "bot:", err)
	if usage := (*usageError)(nil); errors.As(err, &usage) {
		return 2
	}
	return 1
}
