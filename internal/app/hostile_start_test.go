package app_test

import (
	"maps"
	"strings"
	"testing"
)

// TestNothingStartsThatAnybodyCouldCommand has the program refuse every
// configuration in which it could not tell who sends it something.
func TestNothingStartsThatAnybodyCouldCommand(t *testing.T) {
	const token, secret = "MTA." + canary, "0123456789abcdef"
	discord := map[string]string{"DISCORD_TOKEN": token, "DISCORD_MODE": "http"}
	slack := map[string]string{"SLACK_BOT_TOKEN": "xoxb-" + canary}
	many := map[string]string{
		"SLACK_CLIENT_ID": "1.2", "SLACK_CLIENT_SECRET": canary, "SLACK_SIGNING_SECRET": secret, "PUBLIC_URL": "https://bot.example",
	}
	for name, c := range map[string]struct {
		env  map[string]string
		key  string // that is named
		have string // its value
	}{
		"no public key":              {discord, "DISCORD_PUBLIC_KEY", ""},
		"half a public key":          {discord, "DISCORD_PUBLIC_KEY", strings.Repeat("ab", 16)},
		"a digit too few":            {discord, "DISCORD_PUBLIC_KEY", strings.Repeat("ab", 32)[1:]},
		"a byte too many":            {discord, "DISCORD_PUBLIC_KEY", strings.Repeat("ab", 33)},
		"a public key of zeros":      {discord, "DISCORD_PUBLIC_KEY", strings.Repeat("0", 64)},
		"a public key of no digits":  {discord, "DISCORD_PUBLIC_KEY", strings.Repeat("z", 64)},
		"a space for a public key":   {discord, "DISCORD_PUBLIC_KEY", " "},
		"no signing secret":          {slack, "SLACK_APP_TOKEN", ""},
		"a space for a secret":       {slack, "SLACK_SIGNING_SECRET", " "},
		"a line for a secret":        {slack, "SLACK_SIGNING_SECRET", "\n"},
		"a secret of two words":      {slack, "SLACK_SIGNING_SECRET", canary + " x"},
		"none for many workspaces":   {many, "SLACK_SIGNING_SECRET", ""},
		"no secret for installers":   {many, "SLACK_CLIENT_SECRET", ""},
		"nowhere to send installers": {many, "PUBLIC_URL", ""},
		"the address of a script":    {many, "PUBLIC_URL", "javascript:alert(1)"},
		"an unknown mode":            {discord, "DISCORD_MODE", "htttp"},
	} {
		t.Run(name, func(t *testing.T) {
			env := map[string]string{"DATABASE_URL": "memory:", "HTTP_ADDR": "127.0.0.1:0"}
			maps.Copy(env, c.env)
			env[c.key] = c.have
			code, stdout, stderr := program(t, env, "")
			if code != 2 || !strings.Contains(stderr, c.key) || strings.Contains(stdout+stderr, canary) || strings.Contains(stderr, "listening") {
				t.Errorf("it exits %d and says %s%s, want 2 and %s", code, stdout, stderr, c.key)
			}
		})
	}
}
