package app

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"strings"

	"othellobot/adapters/slack"
	"othellobot/bot"
	"othellobot/internal/app/config"
	"othellobot/internal/app/logging"
	"othellobot/words"
)

// Run runs the bot, or the command that args name. args are the command-line arguments without the
// program's name, and getenv reads the environment. The bot runs until ctx is done, a part of it fails,
// or the local channel's input ends. Run returns after everything it started has ended. Pass its error
// to [Exit].
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
		return listGames(ctx, c, flags.json, stdout)
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
	catalog := words.Load()
	switch {
	case flags.command == "manifest":
		return printManifest(c, catalog, stdout, stderr)
	case c.HasPlatform():
		return runWithServices(ctx, func(ctx context.Context) error { return runPlatforms(ctx, c, catalog, log) }, ignoreHangups(log))
	case flags.web != "":
		return runPage(ctx, c, flags, catalog, stdout, log)
	default:
		return runLocal(ctx, c, flags, catalog, getenv, stdin, stdout, log)
	}
}

// loggedError is an error that the log already contains.
type loggedError struct{ error }

func (e *loggedError) Unwrap() error { return e.error }

// fatal logs the error that ends the program if LOG_FORMAT=json: Exit's plain line would break a JSON
// parser.
func fatal(err error, c config.Config, log *slog.Logger) error {
	if err == nil || c.LogFormat != "json" {
		return err
	}
	for line := range strings.SplitSeq(err.Error(), "\n") {
		log.Error("the bot ends", "error", line)
	}
	return &loggedError{err}
}

// Exit prints the error that Run returned, without secrets, unless the log already contains it. The
// exit code is 0 after a clean stop, 2 for a wrong command line or configuration, and 1 otherwise.
func Exit(err error, stderr io.Writer) (code int) {
	if err == nil {
		return 0
	}
	if logged := (*loggedError)(nil); !errors.As(err, &logged) {
		fmt.Fprintln(logging.Redact(stderr), "bot:", err)
	}
	if usage := (*usageError)(nil); errors.As(err, &usage) {
		return 2
	}
	return 1
}

// printManifest writes the manifest of a Slack app for this configuration to stdout. With a public
// address and no app token it is for HTTP, otherwise for Socket Mode. The reasons for the app's
// permissions go to stderr, so that a piped manifest stays clean.
func printManifest(c config.Config, catalog *words.Catalog, stdout, stderr io.Writer) error {
	http := c.Slack.Listens() || c.Slack == nil && c.PublicURL != ""
	if http && c.PublicURL == "" {
		return &usageError{errors.New("manifest: without SLACK_APP_TOKEN Slack calls the bot, so PUBLIC_URL must say where it is")}
	}
	text, err := slack.Manifest(c.PublicURL, !http, c.Slack != nil && c.Slack.ClientID != "", bot.Commands(catalog))
	if err != nil {
		return fmt.Errorf("manifest: %w", err)
	}
	if _, err = fmt.Fprintf(stdout, "%s\n", text); err != nil {
		return err
	}
	for _, scope := range slack.Scopes() {
		optional := ""
		if scope.Optional {
			optional = " (optional)"
		}
		if _, err := fmt.Fprintf(stderr, "%s%s: %s\n", scope.Name, optional, scope.Why); err != nil {
			return err
		}
	}
	return nil
}
