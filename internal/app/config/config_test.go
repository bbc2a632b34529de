package config

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestDefaults(t *testing.T) {
	got, err := read(nil, false)
	if got.Database.Reveal() != "memory:" {
		t.Errorf("the local channel keeps its games in %s", got.Database.Reveal())
	}
	got.Database = Secret{}
	want := Config{
		HTTPAddr: ":8080", FloodLimits: true, IdleExpiry: 168 * time.Hour, Retention: 2160 * time.Hour,
		LogLevel: slog.LevelInfo, LogFormat: "text",
	}
	if err != nil || got != want {
		t.Errorf("the defaults are %+v, %v, want %+v", got, err, want)
	}
	if got.Listens() {
		t.Error("without a platform there is something to listen for")
	}
}

// HealthAddr returns an HTTP_ADDR that is set without a platform, even if it equals the default.
func TestHealthAddr(t *testing.T) {
	c, err := read(map[string]string{"HTTP_ADDR": ":8080"}, false)
	if got := c.HealthAddr(); got != ":8080" || err != nil {
		t.Errorf("it is %q, %v", got, err)
	}
}

func TestDatabase(t *testing.T) {
	const token = "DISCORD_TOKEN"
	tests := []struct {
		env   map[string]string
		local bool
		want  string
	}{
		{map[string]string{token: "x"}, false, "sqlite:data/othello.db"},
		{map[string]string{token: "x"}, true, "memory:"},
		{map[string]string{token: "x", "DATABASE_URL": "memory:"}, false, "memory:"},
		{map[string]string{"DATABASE_URL": "sqlite:data/othello.db"}, true, "sqlite:data/othello.db"},
		{map[string]string{"DATABASE_URL": "postgres://me:secret@host/db"}, false, "postgres://me:secret@host/db"},
	}
	for _, tt := range tests {
		if c, err := read(tt.env, tt.local); err != nil || c.Database.Reveal() != tt.want {
			t.Errorf("%v, local %v: %s, %v", tt.env, tt.local, c.Database.Reveal(), err)
		}
	}
}

func TestSealingKeys(t *testing.T) {
	a, b := strings.Repeat("a", 32), strings.Repeat("b", 44)
	for text, want := range map[string][]string{"": nil, a: {a}, a + "," + b: {a, b}, " " + a + " , " + b + "\n": {a, b}} {
		c, err := read(map[string]string{"SECRET_KEY": text}, false)
		if got := c.SealingKeys(); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q gives %q, %v", text, got, err)
		}
	}
	for _, wrong := range []string{a[1:], a + ",", "," + a, a + "," + b[:31]} {
		if _, err := read(map[string]string{"SECRET_KEY": wrong}, false); err == nil {
			t.Errorf("%q is no problem", wrong)
		}
	}
}

func TestDurations(t *testing.T) {
	for text, fits := range map[string]bool{
		"1ns": true, "168h": true, "876000h": true,
		"876000h1ns": false, "1281024h": false, "9999999h": false, "0": false, "-1h": false, "0d": false, "36501d": false, "7d-1h": false, "1y": false, "7 d": false, "168": false,
		"7d": true, "2w": true, "1w2d3h": true, "36500d": true, "1.5d": false, "d": false, "99999999999999999999d": false,
	} {
		_, err := read(map[string]string{"RETENTION": text}, false)
		if (err == nil) != fits || err != nil && !strings.Contains(err.Error(), "876000h") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestEveryProblemIsReportedAtOnce(t *testing.T) {
	wrong := map[string]string{
		"DATABASE_URL": "mysql://x", "FLOOD_LIMITS": "maybe", "IDLE_EXPIRY": "soon", "RETENTION": "-1h",
		"LOG_LEVEL": "loud", "LOG_FORMAT": "xml", "HTTP_ADDR": "8080", "ADMIN_ADDR": ":x",
		"DISCORD_TOKEN": "Bot x", "DISCORD_MODE": "socket", "DISCORD_PUBLIC_KEY": "12", "DISCORD_GUILD_ID": "mine",
		"DISCORD_SHARDS": "1", "DISCORD_API_URL": "discord.com", "SLACK_BOT_TOKEN": "Bearer x", "SLACK_APP_TOKEN": "xapp 1", "SLACK_SIGNING_SECRET": "s s",
		"SLACK_API_URL": "x", "PUBLIC_URL": "y", "SECRET_KEY": "short",
	}
	_, err := read(wrong, false)
	if err == nil {
		t.Fatal("no problem is reported")
	}
	lines := strings.Split(err.Error(), "\n")
	for key := range wrong {
		if !slices.ContainsFunc(lines, func(line string) bool { return strings.HasPrefix(line, key+": ") }) {
			t.Errorf("no line begins with %s in\n%v", key, err)
		}
	}
	if len(lines) != len(wrong) {
		t.Errorf("%d lines for %d problems:\n%v", len(lines), len(wrong), err)
	}
}

// No problem repeats its value, which may be a secret that was set under the wrong key.
func TestNoProblemShowsAValue(t *testing.T) {
	for key := range keys {
		for _, value := range []string{canary, "Bot " + canary, canary + "\n", "https://" + canary + "@\x7f/", canary + "/8", "[" + canary} {
			if _, err := read(map[string]string{key: value}, false); err != nil && leaks(err.Error()) {
				t.Errorf("%s=%q gives %v", key, value, err)
			}
		}
	}
}

// .env.example lists exactly the existing keys, with their defaults.
func TestExampleNamesTheKeys(t *testing.T) {
	text, err := os.ReadFile("../../../.env.example")
	if err != nil {
		t.Fatal(err)
	}
	named := make(map[string]string)
	for _, m := range regexp.MustCompile(`(?m)^#?([A-Z_]+)=(.*)$`).FindAllStringSubmatch(string(text), -1) {
		if _, twice := named[m[1]]; twice {
			t.Errorf("%s is there twice", m[1])
		}
		named[m[1]] = m[2]
	}
	if !maps.Equal(named, keys) {
		t.Errorf(".env.example has\n%v, the program knows\n%v", named, keys)
	}
}

const canary = "canary.Zm9v-42"

func printed(t *testing.T, value any) map[string]string {
	t.Helper()
	ways := make(map[string]string)
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d", "%T%%", "%p", "%08.3f"} {
		ways[verb] = fmt.Sprintf(verb, value)
	}
	ways["Sprint"] = fmt.Sprint(value)
	ways["error"] = fmt.Errorf("cannot: %w %v", errors.New("no"), value).Error()
	content, err := json.Marshal(map[string]any{"value": value})
	if err != nil {
		t.Fatal(err)
	}
	ways["JSON"] = string(content)
	var text, asJSON bytes.Buffer
	slog.New(slog.NewTextHandler(&text, nil)).Info("it is", "value", value, slog.Group("in", "value", value))
	slog.New(slog.NewJSONHandler(&asJSON, nil)).Info("it is", "value", value, slog.Group("in", "value", value))
	ways["slog text"], ways["slog JSON"] = text.String(), asJSON.String()
	return ways
}

func leaks(text string) bool {
	return strings.Contains(text, canary) || strings.Contains(strings.ToLower(text), fmt.Sprintf("%x", canary))
}

func TestSecretIsNeverShown(t *testing.T) {
	s := NewSecret(canary)
	for way, text := range printed(t, s) {
		calls := way != "%T%%" && way != "%p" // these two verbs call no method
		if leaks(text) || calls && !strings.Contains(text, Redacted) {
			t.Errorf("%s shows %s", way, text)
		}
	}
	if text := fmt.Sprintf("%v %+v", &s, []Secret{s}); leaks(text) || !strings.Contains(text, Redacted) {
		t.Errorf("a method shows %s", text)
	}
	if s.Reveal() != canary || (Secret{}).Reveal() != "" {
		t.Errorf("the values are %q and %q", s.Reveal(), Secret{}.Reveal())
	}
}

// Secrets returns every field that holds a secret. No secret is printed, even inside an unexported
// field, on which fmt calls no method.
func TestConfigurationShowsNoSecret(t *testing.T) {
	c, _ := read(map[string]string{ // invalid together, but read returns each value
		"DISCORD_TOKEN": canary + "a", "SLACK_BOT_TOKEN": canary + "b", "SLACK_APP_TOKEN": canary + "c",
		"SLACK_SIGNING_SECRET": canary + "d", "SLACK_CLIENT_SECRET": canary + "e", "DATABASE_URL": "postgres://me:" + canary + "@host/db",
		"SECRET_KEY": canary + "g",
	}, false)
	known := make(map[string]bool)
	for _, s := range c.Secrets() {
		known[s.Reveal()] = leaks(s.Reveal())
	}
	if fields := countSecrets(reflect.TypeFor[Config]()); len(known) != fields || slices.Contains(slices.Collect(maps.Values(known)), false) {
		t.Errorf("the configuration has room for %d secrets, and %v are known", fields, known)
	}
	for _, value := range []any{c, &c, *c.Discord, c.Discord, *c.Slack, c.Slack, struct{ inside any }{*c.Slack}} {
		for way, text := range printed(t, value) {
			if leaks(text) {
				t.Errorf("%s of %T shows %s", way, value, text)
			}
		}
	}
}

func countSecrets(of reflect.Type) (n int) {
	switch {
	case of == reflect.TypeFor[Secret]():
		return 1
	case of.Kind() == reflect.Pointer:
		return countSecrets(of.Elem())
	case of.Kind() == reflect.Struct:
		for i := range of.NumField() {
			n += countSecrets(of.Field(i).Type)
		}
	}
	return n
}
