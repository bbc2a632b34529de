package config

import (
	"fmt"
	"log/slog"
	"strings"
)

// Redacted stands wherever a secret would.
const Redacted = "[redacted]"

// Secret is a value that no log, error or message may show. It is kept behind a
// pointer because fmt asks no method of what stands in an unexported field, and
// of a pointer it prints only the address there.
type Secret struct{ value *string }

// NewSecret makes a secret of a value.
func NewSecret(value string) Secret { return Secret{&value} }

// Reveal gives the value itself, for the one who needs it.
func (s Secret) Reveal() string {
	if s.value == nil {
		return ""
	}
	return *s.value
}

// Format implements [fmt.Formatter] for every verb.
func (Secret) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(Redacted)) }

// String implements [fmt.Stringer].
func (Secret) String() string { return Redacted }

// LogValue implements [slog.LogValuer].
func (Secret) LogValue() slog.Value { return slog.StringValue(Redacted) }

// MarshalText implements [encoding.TextMarshaler], and so JSON too.
func (Secret) MarshalText() ([]byte, error) { return []byte(Redacted), nil }

// Secrets are all that the configuration holds.
func (c Config) Secrets() []Secret {
	var all []Secret
	if url := c.Database.Reveal(); strings.Contains(url, "@") { // else it has no password
		all = append(all, c.Database)
	}
	for _, key := range c.SealingKeys() {
		all = append(all, NewSecret(key))
	}
	for _, p := range c.platforms() {
		all = append(all, p.secrets()...)
	}
	return all
}
