package app

import (
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

func defaults(t *testing.T) map[string]string {
	t.Helper()
	env, _, err := environment(filepath.Join(t.TempDir(), "none"), func(string) string { return "" })
	if err != nil {
		t.Fatal(err)
	}
	return env
}

// with gives the defaults, some of them replaced.
func with(t *testing.T, other map[string]string) map[string]string {
	t.Helper()
	env := defaults(t)
	maps.Copy(env, other)
	return env
}

func TestDefaults(t *testing.T) {
	got, err := readConfig(defaults(t), false)
	if got.database.reveal() != "memory:" {
		t.Errorf("the local channel keeps its games in %s", got.database.reveal())
	}
	got.database = secret{}
	want := config{
		httpAddr: ":8080", floodLimits: true, idleExpiry: 168 * time.Hour, retention: 2160 * time.Hour,
		logLevel: slog.LevelInfo, logFormat: "text",
	}
	if err != nil || got != want {
		t.Errorf("the defaults are %+v, %v, want %+v", got, err, want)
	}
	if got.listens() {
		t.Error("without a platform there is something to listen for")
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
		if c, err := readConfig(with(t, tt.env), tt.local); err != nil || c.database.reveal() != tt.want {
			t.Errorf("%v, local %v: %s, %v", tt.env, tt.local, c.database.reveal(), err)
		}
	}
	for _, wrong := range []string{"mysql://x", "sqlite:", "sqlite", "memory", "data/othello.db", canary} {
		if _, err := readConfig(with(t, map[string]string{"DATABASE_URL": wrong}), false); err == nil || leaks(err.Error()) {
			t.Errorf("%s: %v", wrong, err)
		}
	}
}

func TestEveryProblemIsReportedAtOnce(t *testing.T) {
	wrong := map[string]string{
		"DATABASE_URL": "mysql://x", "FLOOD_LIMITS": "maybe", "IDLE_EXPIRY": "soon", "RETENTION": "-1h",
		"LOG_LEVEL": "loud", "LOG_FORMAT": "xml", "HTTP_ADDR": "8080", "ADMIN_ADDR": ":x",
		"DISCORD_TOKEN": "Bot x", "DISCORD_MODE": "socket", "DISCORD_PUBLIC_KEY": "12", "DISCORD_GUILD_ID": "mine",
		"DISCORD_SHARDS": "1", "DISCORD_API_URL": "discord.com", "SLACK_BOT_TOKEN": "Bearer x", "SLACK_APP_TOKEN": "xapp 1", "SLACK_SIGNING_SECRET": "s s",
		"SLACK_API_URL": "x", "PUBLIC_URL": "y",
	}
	_, err := readConfig(with(t, wrong), false)
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

// A secret may stand behind the wrong key.
func TestNoProblemShowsAValue(t *testing.T) {
	env := defaults(t)
	for key := range env {
		for _, value := range []string{canary, "Bot " + canary, canary + "\n", "https://" + canary + "@\x7f/", canary + "/8", "[" + canary} {
			if _, err := readConfig(with(t, map[string]string{key: value}), false); err != nil && leaks(err.Error()) {
				t.Errorf("%s=%q gives %v", key, value, err)
			}
		}
	}
}

// TestExampleNamesTheKeys holds .env.example to the keys that there are, and to
// their defaults.
func TestExampleNamesTheKeys(t *testing.T) {
	text, err := os.ReadFile("../../.env.example")
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

func TestEnvironment(t *testing.T) {
	dir := t.TempDir()
	file, secret := filepath.Join(dir, ".env"), filepath.Join(dir, "secret")
	write(t, file, 0o600, "LOG_LEVEL=debug\nLOG_FORMAT=json\nIDLE_EXPIRY_FILE="+secret+"\n")
	write(t, secret, 0o600, "24h\n")

	set := map[string]string{"LOG_FORMAT": "text"}
	env, warning, err := environment(file, func(key string) string { return set[key] })
	if err != nil || warning != "" {
		t.Fatal(err, warning)
	}
	for key, want := range map[string]string{
		"LOG_LEVEL":   "debug", // from the file
		"LOG_FORMAT":  "text",  // the environment wins
		"IDLE_EXPIRY": "24h",   // from the file that a key names
		"RETENTION":   "2160h", // by default
	} {
		if env[key] != want {
			t.Errorf("%s is %q, want %q", key, env[key], want)
		}
	}

	set["IDLE_EXPIRY"] = "1h"
	if env, _, err := environment(file, func(key string) string { return set[key] }); err != nil || env["IDLE_EXPIRY"] != "1h" {
		t.Errorf("the environment wins over a file named in the file: %q, %v", env["IDLE_EXPIRY"], err)
	}
	set["IDLE_EXPIRY_FILE"] = secret
	if _, _, err := environment(file, func(key string) string { return set[key] }); err == nil || !strings.Contains(err.Error(), "IDLE_EXPIRY_FILE") {
		t.Errorf("a key and its file at once: %v", err)
	}
}

func TestOpenEnvironmentFileIsWarnedAbout(t *testing.T) {
	file := filepath.Join(t.TempDir(), ".env")
	write(t, file, 0o644, "LOG_LEVEL=debug\n")
	env, warning, err := environment(file, func(string) string { return "" })
	if err != nil || warning == "" || env["LOG_LEVEL"] != "debug" {
		t.Errorf("a file that others may read: %q, %v", warning, err)
	}
}

func TestBadEnvironmentFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), ".env")
	write(t, file, 0o600, "DISCORD_TOKEN='verysecret\n")
	_, _, err := environment(file, func(string) string { return "" })
	if err == nil || strings.Contains(err.Error(), "verysecret") {
		t.Errorf("a broken file gives %v", err)
	}
	if _, _, err := environment(t.TempDir(), func(string) string { return "" }); err == nil {
		t.Error("a folder is read as a file")
	}
}

func TestMissingValueFile(t *testing.T) {
	set := map[string]string{"LOG_LEVEL_FILE": filepath.Join(t.TempDir(), "none")}
	if _, _, err := environment("", func(key string) string { return set[key] }); err == nil || !strings.Contains(err.Error(), "LOG_LEVEL_FILE") {
		t.Errorf("a missing value file gives %v", err)
	}
}

func write(t *testing.T, file string, mode os.FileMode, content string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(content), mode); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(file, mode); err != nil {
		t.Fatal(err)
	}
}

func TestTerminalsThatShowEmoji(t *testing.T) {
	for env, want := range map[[4]string]bool{
		{"LANG", "en_US.UTF-8", "TERM", "xterm"}:   true,
		{"LANG", "C.utf8", "TERM", "xterm"}:        true,
		{"LANG", "en_US.UTF-8", "TERM", "linux"}:   false,
		{"LANG", "C", "TERM", "xterm"}:             false,
		{"LC_ALL", "C", "LANG", "en_US.UTF-8"}:     false,
		{"TERM", "xterm", "COLORTERM", "anything"}: false,
	} {
		set := map[string]string{env[0]: env[1], env[2]: env[3]}
		if got := showsEmoji(func(key string) string { return set[key] }); got != want {
			t.Errorf("with %v emoji are shown: %v, want %v", set, got, want)
		}
	}
}
