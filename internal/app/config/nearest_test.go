package config

import (
	"path/filepath"
	"strings"
	"testing"
)

func TestMisspelledKeys(t *testing.T) {
	for line, want := range map[string]string{
		"DISCORD_TOKN=x":        "DISCORD_TOKN: there is no such key; the nearest is DISCORD_TOKEN",
		"SLACK_BOT_TOEKN=x":     "SLACK_BOT_TOEKN: there is no such key; the nearest is SLACK_BOT_TOKEN",
		"discord_token=x":       "discord_token: there is no such key; the nearest is DISCORD_TOKEN",
		"DISCORD_TOKN_FILE=x":   "DISCORD_TOKN_FILE: there is no such key; the nearest is DISCORD_TOKEN",
		"LOG_LEVELS=debug":      "LOG_LEVELS: there is no such key; the nearest is LOG_LEVEL",
		"LOG_LEVEL1=debug":      "a key: there is no such key; the nearest is LOG_LEVEL",
		"POSTGRES_PASSWORD=x":   "",
		"LOG_LEVEL=debug":       "",
		"COMPOSE_PROJECT_NAME=": "",
	} {
		file := filepath.Join(t.TempDir(), ".env")
		write(t, file, 0o600, line+"\n")
		_, _, err := environment(file, func(string) string { return "" })
		switch {
		case want == "" && err != nil:
			t.Errorf("%s: %v", line, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%s: %v, want %q", line, err, want)
		}
	}
}
