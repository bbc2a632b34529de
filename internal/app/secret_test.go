package app

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
)

const canary = "canary.Zm9v-42"

// shown are all the ways in which a value could come to be printed.
func shown(t *testing.T, value any) map[string]string {
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
	s := newSecret(canary)
	for way, text := range shown(t, s) {
		asked := way != "%T%%" && way != "%p" // of these two, fmt asks nobody
		if leaks(text) || asked && !strings.Contains(text, redacted) {
			t.Errorf("%s shows %s", way, text)
		}
	}
	for _, text := range []string{s.String(), s.GoString(), s.LogValue().String(), fmt.Sprintf("%v %+v", &s, []secret{s})} {
		if leaks(text) || !strings.Contains(text, redacted) {
			t.Errorf("a method shows %s", text)
		}
	}
	if s.reveal() != canary || (secret{}).reveal() != "" {
		t.Errorf("the values are %q and %q", s.reveal(), secret{}.reveal())
	}
}

// fmt asks no method of what stands in an unexported field.
func TestConfigurationShowsNoSecret(t *testing.T) {
	c, _ := readConfig(with(t, map[string]string{ // too much at once, but all of it is read
		"DISCORD_TOKEN": canary, "SLACK_BOT_TOKEN": canary, "SLACK_APP_TOKEN": canary,
		"SLACK_SIGNING_SECRET": canary, "SLACK_CLIENT_SECRET": canary, "DATABASE_URL": "postgres://me:" + canary + "@host/db",
	}), false)
	if len(c.secrets()) != 6 {
		t.Errorf("%d secrets", len(c.secrets()))
	}
	for _, s := range c.secrets() {
		if !leaks(s.reveal()) {
			t.Fatal("a secret is not read")
		}
	}
	for _, value := range []any{c, &c, *c.discord, c.discord, *c.slack, c.slack, struct{ inside any }{*c.slack}} {
		for way, text := range shown(t, value) {
			if leaks(text) {
				t.Errorf("%s of %T shows %s", way, value, text)
			}
		}
	}
}
