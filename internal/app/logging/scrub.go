package logging

import (
	"io"
	"regexp"
	"strconv"
	"strings"

	"othellobot/internal/app/config"
)

// Scrub gives a writer that puts [redacted] in the place of secrets: those of the
// configuration, and all that looks like one. A log is scrubbed when its line is
// complete, so that nothing gets past it, whatever message, key, group or error
// it stands in. Each Write has to be a whole line, as those of the handlers of
// [log/slog] are.
//
// It is the last of several nets. Secrets are kept from what is printed by their
// type, and errors that may hold them are never wrapped.
func Scrub(to io.Writer, secrets ...config.Secret) io.Writer {
	var pairs []string
	for _, s := range secrets {
		if value := s.Reveal(); len(value) >= minSecret {
			quoted := strconv.Quote(value)
			pairs = append(pairs, value, config.Redacted, quoted[1:len(quoted)-1], config.Redacted)
		}
	}
	return scrubber{to, strings.NewReplacer(pairs...)}
}

// minSecret is how long a configured secret is at least. What is shorter was
// never a secret, and would black out innocent words.
const minSecret = 8

type scrubber struct {
	to    io.Writer
	known *strings.Replacer
}

// Write implements [io.Writer].
func (s scrubber) Write(line []byte) (int, error) {
	text := s.known.Replace(string(line))
	for _, shape := range shapes {
		text = shape.looks.ReplaceAllString(text, shape.becomes)
	}
	if _, err := io.WriteString(s.to, text); err != nil {
		return 0, err
	}
	return len(line), nil
}

// shapes matches secrets in a line in which quotes and line ends are
// written as \" and \n. What is found ends before such an escape, or takes it
// along whole, so that a line of JSON stays one. What comes earlier may hold what
// comes later: an address is taken out before a token in it could be cut off.
var shapes = []struct {
	looks   *regexp.Regexp
	becomes string
}{
	// The password of a database, in an address or among words. It may hold what
	// ends other addresses, so it goes on to the last @ before a space.
	{regexp.MustCompile(`(postgres(?:ql)?://[^\s:/@"\\]*):(?:[^\s"\\]|\\.)*@`), "$1:" + config.Redacted + "@"},
	{regexp.MustCompile(`(password=)(?:'[^'"\\]*'|(?:[^\s"&\\]|\\.)+)`), "$1" + config.Redacted},

	// Where Slack takes answers, and the ticket with which an app connects.
	{regexp.MustCompile(`(hooks\.slack\.com/)[^\s"\\]+`), "$1" + config.Redacted},
	{regexp.MustCompile(`(ticket=)[^\s"&\\]+`), "$1" + config.Redacted},

	// Where Discord takes answers: an interaction's token is in the path.
	{regexp.MustCompile(`(/(?:webhooks|interactions)/)[^\s"\\]+`), "$1" + config.Redacted},

	// Discord's bot tokens are an id and a time, which are public, and a signature.
	{regexp.MustCompile(`(\.[\w-]{6}\.)[\w.-]{27,}`), "$1" + config.Redacted},

	// Slack's tokens, with and without rotation: https://docs.slack.dev/authentication/tokens.
	{regexp.MustCompile(`xox[a-z](?:\.xox[a-z])?-[\w-]+`), config.Redacted},
	{regexp.MustCompile(`xapp-[\w-]+`), config.Redacted},
}
