// Package logging makes the operator's log, as text or JSON on one writer. [New] returns a logger that
// redacts every configured secret, and everything that looks like a secret.
//
// It must never be the only protection of a secret. It must never hold state that others can change:
// the program makes one logger and passes it on.
package logging

import (
	"io"
	"log"
	"log/slog"
	"regexp"
	"strconv"
	"strings"

	"othellobot/internal/app/config"
)

// New returns a logger that redacts secrets.
func New(c config.Config, w io.Writer) *slog.Logger {
	w = Redact(w, c.Secrets()...)
	opts := &slog.HandlerOptions{Level: c.LogLevel}
	if c.LogFormat == "json" {
		return slog.New(slog.NewJSONHandler(w, opts))
	}
	return slog.New(slog.NewTextHandler(w, opts))
}

// Redact returns a writer that replaces secrets with [redacted]: the given ones of at least 8 bytes,
// and everything that looks like a secret. Each Write must be a whole line, as [log/slog] writes them.
func Redact(w io.Writer, secrets ...config.Secret) io.Writer {
	var pairs []string
	for _, s := range secrets {
		if value := s.Reveal(); len(value) >= minSecret {
			quoted := strconv.Quote(value)
			pairs = append(pairs, value, config.Redacted, quoted[1:len(quoted)-1], config.Redacted)
		}
	}
	return scrubber{w, strings.NewReplacer(pairs...)}
}

const minSecret = 8 // bytes; shorter values could be parts of harmless words

type scrubber struct {
	w     io.Writer
	known *strings.Replacer
}

func (s scrubber) Write(line []byte) (int, error) {
	text := s.known.Replace(string(line))
	for _, p := range patterns {
		text = p.secret.ReplaceAllString(text, p.redacted)
	}
	if _, err := io.WriteString(s.w, text); err != nil {
		return 0, err
	}
	return len(line), nil
}

// patterns match secrets in a line that has quotes and line ends escaped as \" and \n. A match ends
// before such an escape or includes it whole. The order matters: a pattern for tokens could cut a URL in two.
var patterns = []struct {
	secret   *regexp.Regexp
	redacted string
}{
	// The password of a database, in a URL or as password=. It may contain characters that end other URLs,
	// so the match extends to the last @ before a space.
	{regexp.MustCompile(`(postgres(?:ql)?://[^\s:/@"\\]*):(?:[^\s"\\]|\\.)*@`), "$1:" + config.Redacted + "@"},
	{regexp.MustCompile(`(password=)(?:'[^'"\\]*'|(?:[^\s"&\\]|\\.)+)`), "$1" + config.Redacted},

	// Slack's response URLs and the ticket of a Socket Mode connection.
	{regexp.MustCompile(`(hooks\.slack\.com/)[^\s"\\]+`), "$1" + config.Redacted},
	{regexp.MustCompile(`(ticket=)[^\s"&\\]+`), "$1" + config.Redacted},

	// Discord's webhook URLs: the path holds the interaction's token.
	{regexp.MustCompile(`(/(?:webhooks|interactions)/)[^\s"\\]+`), "$1" + config.Redacted},

	// Tickets in the addresses of pages, which let their holder watch a game, or play for its player.
	{regexp.MustCompile(`(/g/)[\w-]+`), "$1" + config.Redacted},

	// Discord's bot tokens: an ID and a time, which are public, and a signature.
	{regexp.MustCompile(`(\.[\w-]{6}\.)[\w.-]{27,}`), "$1" + config.Redacted},

	// Slack's tokens, with and without rotation: https://docs.slack.dev/authentication/tokens.
	{regexp.MustCompile(`xox[a-z](?:\.xox[a-z])?-[\w-]+`), config.Redacted},
	{regexp.MustCompile(`xapp-[\w-]+`), config.Redacted},
}

// HTTPErrors returns a logger for [net/http.Server], which reports errors that clients cause. It passes
// the reports on to the log, at debug level and without client addresses.
func HTTPErrors(to *slog.Logger) *log.Logger { return log.New(httpErrorWriter{to}, "", 0) }

type httpErrorWriter struct{ to *slog.Logger }

var address = regexp.MustCompile(`\d+(\.\d+){3}(:\d+)?|\[[^\]\s]*\](:\d+)?`)

func (e httpErrorWriter) Write(report []byte) (int, error) {
	line, _, _ := strings.Cut(string(report), "\n")
	e.to.Debug("http server", "error", address.ReplaceAllString(line, "[address]"))
	return len(report), nil
}
