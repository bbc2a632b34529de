package config

import (
	"fmt"
	"log/slog"
	"strings"
)

// Redacted is printed in place of a secret.
const Redacted = "[redacted]"

// Secret is a value that no log, error or message may show. Package fmt does not call the methods of a
// Secret in an unexported field. The value is a pointer, so that fmt then prints only an address.
type Secret struct{ value *string }

// NewSecret returns a secret that holds value.
func NewSecret(value string) Secret { return Secret{&value} }

// Reveal returns the value itself.
func (s Secret) Reveal() string {
	if s.value == nil {
		return ""
	}
	return *s.value
}

// Format implements [fmt.Formatter] for every verb.
func (Secret) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(Redacted)) }

// LogValue implements [slog.LogValuer].
func (Secret) LogValue() slog.Value { return slog.StringValue(Redacted) }

// MarshalText implements [encoding.TextMarshaler], which [encoding/json] uses too.
func (Secret) MarshalText() ([]byte, error) { return []byte(Redacted), nil }

// Secrets returns every secret in the configuration.
func (c Config) Secrets() []Secret {
	var all []Secret
	if url := c.Database.Reveal(); strings.Contains(url, "@") { // without @ it has no password
		all = append(all, c.Database)
	}
	for _, key := range c.SealingKeys() {
		all = append(all, NewSecret(key))
	}
	if c.Discord != nil {
		all = append(all, c.Discord.Token)
	}
	if s := c.Slack; s != nil {
		all = append(all, s.BotToken, s.AppToken, s.SigningSecret, s.ClientSecret)
	}
	return all
}
