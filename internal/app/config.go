package app

import (
	"errors"
	"log/slog"
	"strings"
	"time"

	"othellobot/game"
)

// config is the configuration, read and checked.
type config struct {
	discord     *discordConfig // nil: not configured, or the local channel is forced
	slack       *slackConfig   // likewise
	publicURL   string         // of the bot itself; empty if it has none
	httpAddr    string
	adminAddr   string // empty: no admin server
	database    secret // a URL, which may hold a password
	floodLimits bool
	idleExpiry  time.Duration
	retention   time.Duration
	logLevel    slog.Level
	logFormat   string
}

// listens reports whether a platform sends its requests to the HTTP server.
func (c config) listens() bool { return c.discord.listens() || c.slack.listens() }

// hasPlatform reports whether any platform is configured.
func (c config) hasPlatform() bool { return c.discord != nil || c.slack != nil }

// timing is how long games are kept.
func (c config) timing() game.Timing {
	return game.Timing{IdleExpiry: c.idleExpiry, Retention: c.retention}
}

// The keys of the environment, with the values they have if they are not set.
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
	"DATABASE_URL":         "", // see defaultDatabase
	"FLOOD_LIMITS":         "on",
	"IDLE_EXPIRY":          "168h",
	"RETENTION":            "2160h",
	"LOG_LEVEL":            "info",
	"LOG_FORMAT":           "text",
}

// Where games are kept if nothing else is said.
const (
	defaultFile = "sqlite:data/othello.db"
	memoryOnly  = "memory:" // for the local channel
)

func defaultDatabase(c config) string {
	if c.hasPlatform() {
		return defaultFile
	}
	return memoryOnly
}

// readConfig checks the values of all keys and reports every problem at once,
// each on a line that begins with its key. If the local channel is forced, what
// configures a platform is not looked at.
func readConfig(env map[string]string, local bool) (config, error) {
	v := &values{env: env}
	c := config{
		httpAddr:    v.address("HTTP_ADDR"),
		floodLimits: v.oneOf("FLOOD_LIMITS", "on", "off") == "on",
		idleExpiry:  v.duration("IDLE_EXPIRY"),
		retention:   v.duration("RETENTION"),
		logFormat:   v.oneOf("LOG_FORMAT", "text", "json"),
	}
	if env["PUBLIC_URL"] != "" {
		c.publicURL = strings.TrimRight(v.url("PUBLIC_URL"), "/")
	}
	if env["ADMIN_ADDR"] != "" {
		c.adminAddr = v.address("ADMIN_ADDR")
	}
	if err := c.logLevel.UnmarshalText([]byte(v.oneOf("LOG_LEVEL", "debug", "info", "warn", "error"))); err != nil {
		c.logLevel = slog.LevelInfo // reported already
	}
	if !local {
		c.discord = readDiscord(v)
		c.slack = readSlack(v)
	}
	c.database = v.database("DATABASE_URL", defaultDatabase(c))
	return c, errors.Join(v.problems...)
}
