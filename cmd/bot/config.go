package main

import (
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"
)

// config is the configuration, read and checked.
type config struct {
	floodLimits bool
	idleExpiry  time.Duration
	retention   time.Duration
	logLevel    slog.Level
	logFormat   string
}

// The keys of the environment, with the values they have if they are not set.
var keys = map[string]string{
	"DATABASE_URL": "",
	"FLOOD_LIMITS": "on",
	"IDLE_EXPIRY":  "168h",
	"RETENTION":    "2160h",
	"LOG_LEVEL":    "info",
	"LOG_FORMAT":   "text",
}

// platformKeys configure a platform. This version has none to configure.
var platformKeys = []string{
	"DISCORD_TOKEN", "DISCORD_MODE", "DISCORD_PUBLIC_KEY", "DISCORD_GUILD_ID", "DISCORD_SHARDS", "DISCORD_API_URL",
	"SLACK_BOT_TOKEN", "SLACK_APP_TOKEN", "SLACK_SIGNING_SECRET", "SLACK_CLIENT_ID", "SLACK_CLIENT_SECRET", "SLACK_API_URL",
}

// readConfig checks the values of all keys and reports every problem at once,
// each on a line that begins with its key. What configures a platform is a
// problem unless the local channel is forced.
func readConfig(env map[string]string, local bool) (config, error) {
	var problems []error
	problem := func(key, format string, args ...any) {
		problems = append(problems, fmt.Errorf(key+": "+format, args...))
	}
	duration := func(key string) time.Duration {
		d, err := time.ParseDuration(env[key])
		if err != nil || d <= 0 {
			problem(key, "not a duration such as 168h")
		}
		return d
	}
	oneOf := func(key string, values ...string) string {
		for _, v := range values {
			if strings.EqualFold(env[key], v) {
				return v
			}
		}
		problem(key, "not one of %s", strings.Join(values, ", "))
		return ""
	}

	c := config{
		floodLimits: oneOf("FLOOD_LIMITS", "on", "off") == "on",
		idleExpiry:  duration("IDLE_EXPIRY"),
		retention:   duration("RETENTION"),
		logFormat:   oneOf("LOG_FORMAT", "text", "json"),
	}
	if err := c.logLevel.UnmarshalText([]byte(oneOf("LOG_LEVEL", "debug", "info", "warn", "error"))); err != nil {
		c.logLevel = slog.LevelInfo // reported already
	}
	if url := env["DATABASE_URL"]; url != "" && url != "memory:" {
		problem("DATABASE_URL", "this version keeps games in memory only: leave it empty, or memory:")
	}
	for _, key := range platformKeys {
		if env[key] != "" && !local {
			problem(key, "this version has the local channel only; unset it, or run that with -local")
		}
	}
	return c, errors.Join(problems...)
}
