package app

import (
	"fmt"
	"log/slog"
	"strings"
)

const redacted = "[redacted]"

// secret is a value that no log, error or message may show. It is kept behind a
// pointer because fmt asks no method of what stands in an unexported field, and
// of a pointer it prints only the address there.
type secret struct{ value *string }

func newSecret(value string) secret { return secret{&value} }

// reveal gives the value itself, for the one who needs it.
func (s secret) reveal() string {
	if s.value == nil {
		return ""
	}
	return *s.value
}

// Format implements [fmt.Formatter] for every verb.
func (secret) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(redacted)) }

func (secret) String() string { return redacted }

// GoString implements [fmt.GoStringer].
func (secret) GoString() string { return redacted }

// LogValue implements [slog.LogValuer].
func (secret) LogValue() slog.Value { return slog.StringValue(redacted) }

// MarshalText implements [encoding.TextMarshaler], and so JSON too.
func (secret) MarshalText() ([]byte, error) { return []byte(redacted), nil }

// secrets are all that the configuration holds.
func (c config) secrets() []secret {
	var all []secret
	if url := c.database.reveal(); strings.Contains(url, "@") { // else it has no password
		all = append(all, c.database)
	}
	if c.discord != nil {
		all = append(all, c.discord.token)
	}
	if c.slack != nil {
		all = append(all, c.slack.botToken, c.slack.appToken, c.slack.signingSecret, c.slack.clientSecret)
	}
	return all
}
