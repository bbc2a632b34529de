package main

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
	c, err := readConfig(with(t, map[string]string{"DISCORD_TOKEN": canary}), false)
	if err != nil || c.discord.token.reveal() != canary {
		t.Fatal("the token is not read:", err)
	}
	for _, value := range []any{c, &c, *c.discord, c.discord, struct{ inside any }{*c.discord}} {
		for way, text := range shown(t, value) {
			if leaks(text) {
				t.Errorf("%s of %T shows %s", way, value, text)
			}
		}
	}
}
