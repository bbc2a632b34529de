package app

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"othellobot/adapters/slack"
	"othellobot/bot"
	"othellobot/internal/app/config"
	"othellobot/internal/app/logging"
	"othellobot/words"
)

// Run runs the bot, or the command that args name. args are the command-line arguments without the
// program's name. The bot runs until ctx is done, it cannot go on, or the local channel's input ends.
// Run returns after everything it started has ended. Pass its error to [Exit].
func Run(ctx context.Context, args []string, getenv func(string) string, stdin io.Reader, stdout, stderr io.Writer) error {
	flags, err := parseFlags(args, stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return nil
	case err != nil:
		return &usageError{err}
	case flags.version:
		_, err := fmt.Fprintln(stdout, version())
		return err
	}
	if flags.command == "setup" {
		return program{flags: flags, getenv: getenv, stdin: stdin, stdout: stdout, stderr: stderr}.setup(ctx)
	}
	c, warning, err := config.Load(flags.env, getenv, flags.local || flags.web != "")
	p := program{Config: c, flags: flags, log: logging.New(c, stderr), getenv: getenv, stdin: stdin, stdout: stdout, stderr: stderr}
	if err != nil {
		return p.fatal(&usageError{err})
	}
	if warning != "" {
		p.log.Warn(warning, "file", flags.env)
	}
	return p.fatal(p.run(ctx))
}

func (p program) run(ctx context.Context) error {
	operators := map[string]func(program, context.Context) error{
		"healthcheck": program.checkHealth, "check": program.check, "games": program.listGames, "stop": program.stopGame, "notice": program.postNotice,
		"forget": program.forget, "export": program.export, "ratings": program.ratings, "backup": program.backup, "restore": program.restore,
		"copy": program.copyDatabase, "version": program.checkVersion,
	}
	if run := operators[p.flags.command]; run != nil {
		return run(p, ctx)
	}
	p.words = words.Load()
	switch {
	case p.flags.command == "manifest":
		return p.printManifest()
	case p.HasPlatform():
		return runWithServices(ctx, p.runPlatforms, ignoreHangups(p.log))
	case p.flags.web != "":
		return p.runPage(ctx)
	default:
		return p.runLocal(ctx)
	}
}

// loggedError is an error that the log already contains.
type loggedError struct{ error }

func (e *loggedError) Unwrap() error { return e.error }

// fatal logs the error if LOG_FORMAT=json: Exit's plain line would break a JSON parser.
func (p program) fatal(err error) error {
	if err == nil || p.LogFormat != "json" {
		return err
	}
	for line := range strings.SplitSeq(err.Error(), "\n") {
		p.log.Error("the bot ends", "error", line)
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

// printManifest prints an app for HTTP if the bot listens for Slack or, without settings for Slack, has a
// public address. Otherwise the app is for Socket Mode.
func (p program) printManifest() error {
	http := p.Slack.Listens() || p.Slack == nil && p.PublicURL != ""
	if http && p.PublicURL == "" {
		return &usageError{errors.New("manifest: without SLACK_APP_TOKEN Slack calls the bot, so PUBLIC_URL must say where it is")}
	}
	text, err := slack.Manifest(p.PublicURL, !http, p.Slack != nil && p.Slack.ClientID != "", bot.Commands(p.words))
	if err != nil {
		return fmt.Errorf("manifest: %w", err)
	}
	_, err = fmt.Fprintf(p.stdout, "%s\n", text)
	for _, scope := range slack.Scopes() {
		optional := ""
		if scope.Optional {
			optional = " (optional)"
		}
		_, failed := fmt.Fprintf(p.stderr, "%s%s: %s\n", scope.Name, optional, scope.Why)
		err = errors.Join(err, failed)
	}
	return err
}
