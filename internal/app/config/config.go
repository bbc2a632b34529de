package config

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"strings"
	"time"

	"othellobot/store"
)

// Config holds an operator's settings.
type Config struct {
	Discord     *Discord // nil if it is not configured, or if the local channel is forced
	Slack       *Slack   // nil under the same conditions
	PublicURL   string   // base URL of the bot, without a trailing slash; empty if unset
	HTTPAddr    string
	HTTPAddrSet bool   // whether the operator set HTTPAddr
	AdminAddr   string // empty if there is no admin server
	Database    Secret // a URL, which may hold a password
	DatabaseSet bool   // whether the operator set Database
	SecretKey   Secret
	FloodLimits bool
	IdleExpiry  time.Duration
	Retention   time.Duration
	LogLevel    slog.Level
	LogFormat   string // text or json
}

// Load reads the settings from the environment, or else from a file of KEY=value lines. It reports all
// problems at once, each on a line that begins with the key or the file. If local is set, it ignores the
// settings of platforms. The warning is about the file's permissions, or "".
func Load(file string, getenv func(string) string, local bool) (c Config, warning string, err error) {
	env, warning, unread := environment(file, getenv)
	c, wrong := read(env, local)
	if unread == nil || wrong == nil {
		return c, warning, cmp.Or(unread, wrong)
	}
	problems := []error{unread}
	for line := range strings.SplitSeq(wrong.Error(), "\n") {
		key, _, _ := strings.Cut(line, ": ")
		if text := "\n" + unread.Error(); !strings.Contains(text, "\n"+key+": ") && !strings.Contains(text, "\n"+key+"_FILE: ") {
			problems = append(problems, errors.New(line)) // not "missing" for a key that could not be read
		}
	}
	return c, warning, errors.Join(problems...)
}

// Listens reports whether the HTTP server is needed: by a platform, or by pictures at the public URL.
func (c Config) Listens() bool {
	return c.PublicURL != "" || c.Discord.Listens() || c.Slack.Listens()
}

// HealthAddr returns the address where a bot with this configuration reports its health, or "" if no
// server listens. It also returns an HTTP_ADDR that was set without a platform, because the health
// check may run with less of the configuration than the bot.
func (c Config) HealthAddr() string {
	switch {
	case c.AdminAddr != "":
		return c.AdminAddr
	case c.Listens() || c.HTTPAddrSet:
		return c.HTTPAddr
	default:
		return ""
	}
}

// HasPlatform reports whether any platform is configured.
func (c Config) HasPlatform() bool { return c.Discord != nil || c.Slack != nil }

// SealingKeys returns the secrets that encrypt the tokens of workspaces. The first one encrypts; each
// can decrypt. Without keys, tokens are stored in plain text.
func (c Config) SealingKeys() []string {
	if c.SecretKey.Reveal() == "" {
		return nil
	}
	return strings.Split(c.SecretKey.Reveal(), keySeparator)
}

// keys maps each environment variable to its default value.
var keys = map[string]string{
	"DISCORD_TOKEN":        "",
	"DISCORD_MODE":         "gateway",
	"DISCORD_PUBLIC_KEY":   "",
	"DISCORD_GUILD_ID":     "",
	"DISCORD_SHARDS":       "auto",
	"DISCORD_API_URL":      "https://discord.com/api",
	"SLACK_BOT_TOKEN":      "",
	"SLACK_APP_TOKEN":      "",
	"SLACK_SIGNING_SECRET": "",
	"SLACK_CLIENT_ID":      "",
	"SLACK_CLIENT_SECRET":  "",
	"SLACK_API_URL":        "https://slack.com/api/",
	"PUBLIC_URL":           "",
	"HTTP_ADDR":            ":8080",
	"ADMIN_ADDR":           "",
	"DATABASE_URL":         "", // the default is DefaultFile or MemoryOnly
	"SECRET_KEY":           "",
	"FLOOD_LIMITS":         "on",
	"IDLE_EXPIRY":          "168h",
	"RETENTION":            "2160h",
	"LOG_LEVEL":            "info",
	"LOG_FORMAT":           "text",
}

// DefaultFile is the default database with a platform, and MemoryOnly the one of the local channel.
const (
	DefaultFile = "sqlite:data/othello.db"
	MemoryOnly  = "memory:"
)

// read checks the values and reports all problems. An empty value counts as missing.
func read(env map[string]string, local bool) (Config, error) {
	v := &values{env: maps.Clone(keys)}
	for key, value := range env {
		if value = strings.TrimSpace(value); value != "" {
			v.env[key] = value
		}
	}
	v.checkText(local)
	c := Config{
		PublicURL:   strings.TrimRight(v.url("PUBLIC_URL"), "/"),
		HTTPAddr:    v.address("HTTP_ADDR"),
		HTTPAddrSet: env["HTTP_ADDR"] != "",
		AdminAddr:   v.address("ADMIN_ADDR"),
		DatabaseSet: env["DATABASE_URL"] != "",
		FloodLimits: v.oneOf("FLOOD_LIMITS", "on", "off") == "on",
		IdleExpiry:  v.duration("IDLE_EXPIRY"),
		Retention:   v.duration("RETENTION"),
		LogFormat:   v.oneOf("LOG_FORMAT", "text", "json"),
		SecretKey:   v.sealingKeys("SECRET_KEY"),
	}
	_ = c.LogLevel.UnmarshalText([]byte(v.oneOf("LOG_LEVEL", "debug", "info", "warn", "error"))) // oneOf reports a wrong level
	if !local {
		c.Discord, c.Slack = readDiscord(v), readSlack(v)
	}
	url := MemoryOnly
	if c.HasPlatform() {
		url = DefaultFile
	}
	c.Database = NewSecret(cmp.Or(v.env["DATABASE_URL"], url))
	err := store.CheckURL(c.Database.Reveal())
	v.problemIf(err != nil, "DATABASE_URL", "%v", err)
	v.problemIf(c.Discord != nil && c.Discord.Shared && !store.IsShared(c.Database.Reveal()), "DISCORD_SHARDS",
		"shared needs a database that all processes use: set DATABASE_URL to postgres://…")
	v.problemIf(c.Listens() && sharePort(c.HTTPAddr, c.AdminAddr), "ADMIN_ADDR", "it has the port of HTTP_ADDR; give it another, such as 127.0.0.1:9090")
	if !local && !c.HasPlatform() {
		for _, key := range []string{"DISCORD_TOKEN", "SLACK_BOT_TOKEN", "SLACK_CLIENT_ID"} {
			_, empty := env[key]
			v.problemIf(empty, key, "it is empty, and no platform is configured; bot -local runs without one")
		}
	}
	return c, errors.Join(v.problems...)
}

// Redacted replaces a secret.
const Redacted = "[redacted]"

// Secret is a value that no log, error or message may show. Package fmt does not call the methods of a
// Secret in an unexported field. The value is a pointer, so that fmt then prints only an address.
type Secret struct{ value *string }

// NewSecret hides value: only [Secret.Reveal] returns it.
func NewSecret(value string) Secret { return Secret{&value} }

// Reveal returns the value, or "" for the zero Secret.
func (s Secret) Reveal() string {
	if s.value == nil {
		return ""
	}
	return *s.value
}

// Format implements [fmt.Formatter]. The verb makes no difference.
func (Secret) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(Redacted)) }

// MarshalText implements [encoding.TextMarshaler], which [encoding/json] and [log/slog] use.
func (Secret) MarshalText() ([]byte, error) { return []byte(Redacted), nil }

// Secrets returns every secret in the configuration.
func (c Config) Secrets() []Secret {
	var all []Secret
	if url := c.Database.Reveal(); strings.Contains(url, "@") { // without @ no user and password precede the host
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
