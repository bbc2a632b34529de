package app_test

import (
	"bytes"
	"context"
	"database/sql"
	"io"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"othellobot/adapters/discord/discordtest"
	"othellobot/game"
	"othellobot/internal/app"
	"othellobot/rules"
	"othellobot/store"
)

// With each broken setting, both the start and "bot check" fail and name the key.
func TestCheckAndStartAgree(t *testing.T) {
	d := discordtest.New(t)
	folder := t.TempDir()
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	defer taken.Close()
	socket, err := net.Listen("unix", filepath.Join(folder, "socket"))
	must(t, err)
	defer socket.Close()
	file := filepath.Join(folder, "file")
	must(t, os.WriteFile(file, []byte("x"), 0o600))
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

func TestHealthcheck(t *testing.T) {
	bot := func(status int) string {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method != http.MethodGet || r.URL.Path != "/readyz" {
				t.Errorf("it asks %s %s", r.Method, r.URL)
			}
			w.WriteHeader(status)
			if status != http.StatusOK {
				_, _ = io.WriteString(w, "not ready\ndoes not work: the store\n")
			}
		}))
		t.Cleanup(s.Close)
		return s.Listener.Addr().String()
	}
	ready, waiting := bot(http.StatusOK), bot(http.StatusServiceUnavailable)
	const closed = "127.0.0.1:1" // no process listens there, but another may take a port that was just closed
	_, port, _ := net.SplitHostPort(ready)

	for name, c := range map[string]struct {
		env    map[string]string
		byHTTP bool // Discord sends its requests over HTTP
		code   int
		says   string
	}{
		"ready, at the admin's address":  {map[string]string{"ADMIN_ADDR": ready}, false, 0, ""},
		"ready, on every address":        {map[string]string{"ADMIN_ADDR": ":" + port}, false, 0, ""},
		"ready, on all of one kind":      {map[string]string{"ADMIN_ADDR": "0.0.0.0:" + port}, false, 0, ""},
		"ready, on all of the other":     {map[string]string{"ADMIN_ADDR": "[::]:" + port}, false, 0, ""},
		"not ready":                      {map[string]string{"ADMIN_ADDR": waiting}, false, 1, "not ready, status 503: not ready; does not work: the store"},
		"not running":                    {map[string]string{"ADMIN_ADDR": closed}, false, 1, "refused"},
		"ready, at the platform's":       {map[string]string{"HTTP_ADDR": ready}, true, 0, ""},
		"the admin's address goes first": {map[string]string{"HTTP_ADDR": ready, "ADMIN_ADDR": waiting}, true, 1, "not ready"},
		"nothing listens":                {nil, false, 2, "ADMIN_ADDR"},
		"no mode that listens":           {map[string]string{"DISCORD_TOKEN": canary}, false, 2, "ADMIN_ADDR"},
		"the platforms' address alone":   {map[string]string{"HTTP_ADDR": ready}, false, 0, ""},
		"nobody at it":                   {map[string]string{"HTTP_ADDR": closed}, false, 1, "refused"},
		"one ready there, one not":       {map[string]string{"HTTP_ADDR": ready, "ADMIN_ADDR": waiting}, false, 1, "not ready"},
		"wrong configuration":            {map[string]string{"ADMIN_ADDR": "x"}, false, 2, "ADMIN_ADDR"},
	} {
		t.Run(name, func(t *testing.T) {
			if c.byHTTP {
				c.env["DISCORD_TOKEN"], c.env["DISCORD_MODE"], c.env["DISCORD_PUBLIC_KEY"] = canary, "http", strings.Repeat("0123456789abcdef", 4)
			}
			code, stdout, stderr := program(t, c.env, "", "healthcheck")
			if code != c.code || !strings.Contains(stderr, c.says) || stdout != "" || strings.Contains(stderr, canary) {
				t.Errorf("exit %d, stdout %q, stderr %q, want exit %d and %q", code, stdout, stderr, c.code, c.says)
			}
		})
	}
}

// Operators can check ratings against the log of rated games, and annul a game or all games of a player.
func TestRatings(t *testing.T) {
	file := filepath.Join(t.TempDir(), "othello.db")
	env := func(key string) string { return map[string]string{"DATABASE_URL": "sqlite:" + file}[key] }
	games, err := store.Open(t.Context(), "sqlite:"+file, game.Timing{IdleExpiry: time.Hour, Retention: time.Hour, Zones: time.LoadLocation}, slog.New(slog.DiscardHandler))
	must(t, err)
	at, now := game.Place("discord/1/2/"), time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	table := game.NewTable(games, game.Timing{IdleExpiry: time.Hour, Retention: time.Hour, Zones: time.LoadLocation})
	for id := range 3 {
		g := game.NewDuel(game.ID(id+1), at, "discord//7", "discord//8", rules.Black, now)
		g.Rated = true
		timeOut := func(g game.Game, _ game.Player, now time.Time) (game.Game, []game.Event, error) {
			g.Phase, g.Result, g.At = game.Over, &game.Result{Reason: game.TimedOut, Decided: true, Winner: rules.Color(id % 2)}, now.UnixMilli()
			return g, nil, nil
		}
		for _, p := range []game.Proposal{{New: &g, Now: now}, {Game: g.ID, Operation: timeOut, Now: now}} {
			room, _, err := table.Load(t.Context(), at, "")
			must(t, err)
			if _, err := table.Do(t.Context(), room, p); err != nil {
				t.Fatal(err)
			}
		}
	}
	must(t, games.Close())
	run := func(want string, args ...string) {
		t.Helper()
		var out strings.Builder
		err := app.Run(t.Context(), append([]string{"ratings"}, args...), env, strings.NewReader(""), &out, &out)
		if err != nil {
			out.WriteString(err.Error())
		}
		if !strings.Contains(out.String(), want) {
			t.Errorf("ratings %v says %q, want %q", args, &out, want)
		}
	}
	run("checked: 2 ratings", "check")
	run("annulled: 1 game;", "annul", "2")
	run("no such rated game", "annul", "2")
	run("no such rated game", "annul", "4711")
	run("annulled: 2 games;", "annul", "discord/1/", "discord//8")
	run("checked: 2 ratings", "check")
	for _, wrong := range [][]string{nil, {"annul"}, {"annul", "?"}, {"annul", "discord/1/2", "discord//8"}, {"annul", "discord/1/", "8"}, {"annul", "discord/1/", "discord/1/8"}, {"mend"}} {
		run("ratings takes", wrong...)
	}
	db, err := sql.Open("sqlite", file)
	must(t, err)
	defer db.Close()
	for _, wrong := range []string{`rating = rating + 1`, `stage = stage + 1`, `season = season + 1`, `doc = REPLACE(doc, '1500000', '1500001')`} {
		update := func(what string) {
			if _, err := db.Exec(`UPDATE ` + what); err != nil {
				t.Fatal(err)
			}
		}
		update(`ratings SET ` + wrong + ` WHERE player = 'discord//7'`)
		run("1 of 2: ratings are not", "check")
		update(`finished SET annulled = 0 WHERE game = 1`)
		run("annulled: 1 game;", "annul", "1")
		run("checked: 2 ratings", "check")
	}
}
