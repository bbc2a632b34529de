package app_test

import (
	"database/sql"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"othellobot/game"
	"othellobot/internal/app"
	"othellobot/rules"
	"othellobot/store"
)

// Operators can check ratings against their log, and annul games and people.
func TestRatings(t *testing.T) {
	file := filepath.Join(t.TempDir(), "othello.db")
	env := func(key string) string { return map[string]string{"DATABASE_URL": "sqlite:" + file}[key] }
	games, err := store.Open(t.Context(), "sqlite:"+file, game.Timing{IdleExpiry: time.Hour, Retention: time.Hour, Zones: time.LoadLocation}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
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
			if err != nil {
				t.Fatal(err)
			}
			if _, err := table.Do(t.Context(), room, p); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := games.Close(); err != nil {
		t.Fatal(err)
	}
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
	if err != nil {
		t.Fatal(err)
	}
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
