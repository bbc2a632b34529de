package app

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"time"

	"othellobot/internal/app/config"
	"othellobot/internal/app/logging"
	"othellobot/words"
)

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
	c, warning, err := config.Load(flags.env, getenv, flags.local || flags.web != "")
	log := logging.New(c, stderr)
	if err != nil {
		return fatal(&usageError{err}, c, log)
	}
	if warning != "" {
		log.Warn(warning, "file", flags.env)
	}
	return fatal(runCommand(ctx, c, flags, getenv, stdin, stdout, stderr, log), c, log)
}

// runCommand does what the command line asks for.
func runCommand(
	ctx context.Context, c config.Config, flags options, getenv func(string) string,
	stdin io.Reader, stdout, stderr io.Writer, log *slog.Logger,
) error {
	switch flags.command {
	case "healthcheck":
		return checkHealth(ctx, c)
	case "check":
		return runCheck(ctx, c, stdout)
	case "games":
		return listGames(ctx, c, flags.json, time.Now(), stdout)
	case "stop":
		return stopGame(ctx, c, flags.argument, stdout)
	case "notice":
		return postNotice(ctx, c, flags.argument, stdout)
	case "forget":
		return runForget(ctx, c, flags.argument, stdout)
	case "ratings":
		return runRatings(ctx, c, flags.argument, stdout)
	case "backup":
		return runBackup(ctx, c, flags.argument, stdout, stderr)
	case "restore":
		return runRestore(ctx, c, flags.argument, flags.force, stdin, stdout)
	}
	catalog, err := words.Load()
	switch {
	case err != nil:
		return err
	case flags.command == "manifest":
		return printManifest(c, catalog, stdout, stderr)
	case c.HasPlatform():
		return beside(ctx, outliveHangups(log), func(ctx context.Context) error { return runPlatforms(ctx, c, catalog, log) })
	case flags.web != "":
		return runPage(ctx, c, flags, catalog, stdout, log)
	default:
		return runLocal(ctx, c, flags, catalog, getenv, stdin, stdout, log)
	}
}

// loggedError is a failure that the log tells of already.
type loggedError struct{ err error }

func (e *loggedError) Error() string { return e.err.Error() }

func (e *loggedError) Unwrap() error { return e.err }

// fatal makes of the error that ends the program one that is already logged, where
// LOG_FORMAT=json: parsers choke on plain lines.
func fatal(err error, c config.Config, log *slog.Logger) error {
	if err == nil || c.LogFormat != "json" {
		return err
	}
	for line := range strings.SplitSeq(err.Error(), "\n") {
		log.Error("the bot ends", "error", line)
	}
	return &loggedError{err}
}

// Exit says on stderr why Run failed, without secrets, if it did and the log has not said
// so. The exit code is 0 after a clean stop, 2 for wrong usage or configuration, and 1 for
// any other failure.
func Exit(err error, stderr io.Writer) (code int) {
	if err == nil {
		return 0
	}
	if logged := (*loggedError)(nil); !errors.As(err, &logged) {
		fmt.Fprintln(logging.Scrub(stderr), "bot:", err)
	}
	if usage := (*usageError)(nil); errors.As(err, &usage) {
		return 2
	}
	return 1
}
