package app_test

import (
	"bytes"
	"context"
	"maps"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"othellobot/adapters/discord/discordtest"
	"othellobot/internal/app"
)

// With each broken setting, both the start and "bot check" fail and name the key.
func TestCheckAndStartAgree(t *testing.T) {
	d := discordtest.New(t)
	folder := t.TempDir()
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	socket, err := net.Listen("unix", filepath.Join(folder, "socket"))
	if err != nil {
		t.Fatal(err)
	}
	defer socket.Close()
	file := filepath.Join(folder, "file")
	if err := os.WriteFile(file, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	good := map[string]string{"DISCORD_TOKEN": d.Token(), "DISCORD_API_URL": d.APIURL(), "DATABASE_URL": "memory:"}
	never := []string{`"x"`, "'x'", "\u201cx\u201d", "x\ny", "\u200bx", "x\x00"}
	long := strings.Repeat("k", 32)
	wrong := map[string][]string{
		"DISCORD_TOKEN":        {"Bot x", "xoxb-1", "x y", `x"`, "<x>"},
		"DISCORD_MODE":         {"socket", "http"},
		"DISCORD_PUBLIC_KEY":   {"12", strings.Repeat("0", 64)},
		"DISCORD_GUILD_ID":     {"home", "-1"},
		"DISCORD_SHARDS":       {"1", "0/0", "shared"},
		"DISCORD_API_URL":      {"discord.com", "https://me:" + canary + "@discord.com", "https://discord.com:99999"},
		"SLACK_BOT_TOKEN":      {"xoxb-1", "xapp-1", "xoxp-1", "xoxe.xoxb-1", "abc"},
		"SLACK_APP_TOKEN":      {"xapp-1", "xoxb-1"},
		"SLACK_SIGNING_SECRET": {"abc", "xoxb-1"},
		"SLACK_CLIENT_ID":      {"1.2"},
		"SLACK_CLIENT_SECRET":  {"abc"},
		"SLACK_API_URL":        {"slack", "https://slack.com/api/?x=" + canary},
		"PUBLIC_URL":           {"example.org", "javascript:alert(1)", "https://me:" + canary + "@example.org", "https://", "https://example.org:99999"},
		"HTTP_ADDR":            {"8080", ":x", "host"},
		"ADMIN_ADDR":           {"9090", ":99999", taken.Addr().String(), "192.0.2.1:9090"},
		"DATABASE_URL": {
			"mysql://x", "sqlite:", "data/othello.db", "sqlite:/proc/x.db", "sqlite:" + file + "/x.db", "sqlite:" + folder, "sqlite:" + file,
			"sqlite:" + folder + "/" + strings.Repeat("n", 300), "sqlite:" + socket.Addr().String(),
			"postgres://me:" + canary + "%@h/d", "postgres://me:1/" + canary + "@h/d", "postgres://me:" + canary + "@127.0.0.1:1/d",
		},
		"SECRET_KEY":   {"short", long + ",", long + "\n" + long},
		"FLOOD_LIMITS": {"maybe", "true"},
		"IDLE_EXPIRY":  {"168", "1y", "-1h"},
		"RETENTION":    {"0", "876001h", "36501d"},
		"LOG_LEVEL":    {"loud", "5"},
		"LOG_FORMAT":   {"xml"},
	}
	if known := slices.Sorted(maps.Keys(exampleSettings(t))); !slices.Equal(known, slices.Sorted(maps.Keys(wrong))) {
		t.Errorf("the keys are %v", known)
	}
	try := func(env map[string]string, args ...string) (code int, said string) {
		ctx, stop := context.WithTimeout(t.Context(), 10*time.Second) // a start that succeeds runs until then
		defer stop()
		var out bytes.Buffer
		err := app.Run(ctx, append([]string{"-env="}, args...), func(key string) string { return env[key] }, strings.NewReader(""), &out, &out)
		return app.Exit(err, &out), out.String()
	}
	if code, said := try(good, "check"); code != 0 {
		t.Errorf("what is right: %s", said)
	}
	for key, values := range wrong {
		for _, value := range slices.Concat(values, never) {
			env := maps.Clone(good)
			env[key] = value
			for _, args := range [][]string{{"check"}, nil} {
				code, said := try(env, args...)
				named := strings.Contains(said, key) || strings.Contains(said, "BAD  database") || strings.Contains(said, "opening the") || strings.HasPrefix(key, "SLACK_") && strings.Contains(said, "SLACK_")
				if code == 0 || !named || strings.Contains(said, canary) {
					t.Errorf("%s=%q, bot %v: exit %d, and it says %s", key, value, args, code, said)
				}
			}
		}
	}
}
