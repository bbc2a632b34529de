package config

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
)

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
	for _, text := range []string{s.LogValue().String(), fmt.Sprintf("%v %+v", &s, []Secret{s})} {
		if leaks(text) || !strings.Contains(text, Redacted) {
			t.Errorf("a method shows %s", text)
		}
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
