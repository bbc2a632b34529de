package app_test

import (
	"archive/zip"
	"bytes"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"othellobot/adapters/discord/discordtest"
	"othellobot/adapters/slack/slacktest"
	"othellobot/game"
	"othellobot/internal/app"
	"othellobot/record"
	"othellobot/rules"
	"othellobot/store"
	"othellobot/words"
)

var update = flag.Bool("update", false, "rewrite the transcripts in testdata")

// shell runs the program's commands and records their output as a transcript. In the transcript, fixed
// names replace the parts that differ between runs.
type shell struct {
	t      *testing.T
	env    map[string]string
	folder string // replaces FOLDER in commands
	text   strings.Builder
}

var varying = []struct {
	looks *regexp.Regexp
	name  string
}{
	{regexp.MustCompile(`127\.0\.0\.1:\d+`), "HOST"},
	{regexp.MustCompile(`\d{4}-\d\d-\d\dT[\d:.]+Z`), "TIME"},
	{regexp.MustCompile(`\d{5,} bytes`), "N bytes"},
	{regexp.MustCompile(`(?m)^othellobot .*`), "othellobot VERSION"},
	{regexp.MustCompile(`schema version \d+`), "schema version N"},
	{regexp.MustCompile(`"[^"]*"( in the workspace) "[^"]*"`), `"BOT"$1 "WORKSPACE"`},
}

// run runs a command. A file after < is its standard input, and one after > gets its standard output.
func (s *shell) run(command string) {
	s.t.Helper()
	line, to, _ := strings.Cut(command, " > ")
	line, from, _ := strings.Cut(line, " < ")
	var stdin, stdout, stderr bytes.Buffer
	if from != "" {
		content, err := os.ReadFile(s.path(from))
		must(s.t, err)
		stdin.Write(content)
	}
	args := append([]string{"-env", ""}, strings.Fields(s.path(line))[1:]...)
	err := app.Run(s.t.Context(), args, func(key string) string { return s.env[key] }, &stdin, &stdout, &stderr)
	code := app.Exit(err, &stderr)
	if to != "" {
		must(s.t, os.WriteFile(s.path(to), stdout.Bytes(), 0o600))
		stdout.Reset()
	}
	said := strings.ReplaceAll(stdout.String()+stderr.String(), s.folder, "FOLDER")
	for _, v := range varying {
		said = v.looks.ReplaceAllString(said, v.name)
	}
	fmt.Fprintf(&s.text, "$ %s\n%s", command, said)
	if code != 0 {
		fmt.Fprintf(&s.text, "(exit %d)\n", code)
	}
	s.text.WriteString("\n")
}

func (s *shell) path(text string) string { return strings.ReplaceAll(text, "FOLDER", s.folder) }

// golden compares the transcript with a file.
func (s *shell) golden(name string) {
	s.t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		must(s.t, os.WriteFile(file, []byte(s.text.String()), 0o600))
	}
	want, err := os.ReadFile(file)
	must(s.t, err)
	if diff := cmp.Diff(string(want), s.text.String()); diff != "" {
		s.t.Errorf("the transcript differs (-want +got; go test ./internal/app -run %s -update accepts it):\n%s", s.t.Name(), diff)
	}
}

// newShell returns a shell with a database of three games and one workspace's token.
func newShell(t *testing.T) *shell {
	t.Helper()
	s := &shell{t: t, folder: t.TempDir()}
	url := "sqlite:" + filepath.Join(s.folder, "othello.db")
	s.env = map[string]string{"DATABASE_URL": url}
	db, err := store.Open(t.Context(), url, game.Timing{IdleExpiry: time.Hour, Retention: time.Hour, Zones: time.LoadLocation}, slog.New(slog.DiscardHandler))
	must(t, err)
	defer db.Close()
	begin := func(g game.Game, moves string, ago time.Duration) {
		t.Helper()
		table, now := game.NewTable(db, game.Timing{IdleExpiry: time.Hour, Retention: time.Hour, Zones: time.LoadLocation}), time.Now().Add(-ago)
		room := game.Room{Place: g.Place}
		if _, err := table.Do(t.Context(), room, game.Proposal{New: &g, Now: now}); err != nil {
			t.Fatal(err)
		}
		for ; moves != ""; moves = moves[2:] {
			if room, _, err = table.Load(t.Context(), g.Place, ""); err != nil {
				t.Fatal(err)
			}
			square, err := rules.ParseSquare(moves[:2])
			must(t, err)
			by := room.Active.Player(room.Active.Position().ToMove)
			if _, err := table.Do(t.Context(), room, game.Proposal{Game: g.ID, By: by, Operation: game.Play(square), Now: now}); err != nil {
				t.Fatal(err)
			}
		}
	}
	then := time.Now().Add(-5*time.Minute - 30*time.Second)
	begin(game.NewOpen(36, "discord/7001/8001/", "discord//9001", then), "", 5*time.Minute+30*time.Second)
	begin(game.NewDuel(37, "slack/T1/C1/", "slack/T1/U1", "slack/T1/U2", rules.Black, then), "f5d6", 90*time.Minute)
	begin(game.NewDuel(38, "slack/T1/C2/", "slack/T1/U1", game.Engine, rules.Black, then), "", 50*time.Hour)
	must(t, db.Installs.Save(t.Context(), "T1", []byte(`{"team":"T1","token":"xoxb-1"}`)))
	return s
}

func TestOperatorsCommands(t *testing.T) { synctest.Test(t, operatorsCommands) }

func operatorsCommands(t *testing.T) {
	s := newShell(t)
	for _, command := range []string{
		"bot games",
		"bot games -json",
		"bot stop 10",
		"bot stop 10",
		"bot stop zzz",
		"bot stop -5",
		"bot notice Back.at.six.",
		"bot notice -",
		"bot notice \u202e",
		"bot notice",
		"bot export discord//9001",
		"bot export -o FOLDER/u2.zip slack/T1/U2",
		"bot export -o FOLDER/u2.zip slack/T1/U2",
		"bot export slack/T1/U99",
		"bot export slack/T1/",
		"bot export",
		"bot forget slack/T1/U2",
		"bot forget slack/T1/U2",
		"bot export slack/T1/U2",
		"bot forget discord//9001",
		"bot games",
		"bot forget slack/T1/",
		"bot games",
		"bot forget somebody",
		"bot forget irc/T1/U1",
		"bot forget discord/1/2",
		"bot forget discord//ana",
		"bot forget discord/den/",
		"bot forget slack//U1",
		"bot forget",
	} {
		s.run(command)
	}
	wantArchive(t, s.path("FOLDER/u2.zip"))
	file := s.env["DATABASE_URL"]
	s.env["DATABASE_URL"] = "memory:"
	for _, command := range []string{"bot games", "bot backup FOLDER/copy.db", "bot restore -force FOLDER/othello.db", "bot check"} {
		s.run(command)
	}
	s.env["DATABASE_URL"] = file
	s.golden("operate.txt")
	files, err := filepath.Glob(s.folder + "/othello.db*")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		content, err := os.ReadFile(file)
		for _, forgotten := range []string{"slack/T1/U", "discord//9001", "xoxb-1"} {
			if err != nil || bytes.Contains(content, []byte(forgotten)) {
				t.Errorf("%s is still in %s, %v", forgotten, file, err)
			}
		}
	}
}

// wantArchive checks the archive of a player of one game.
func wantArchive(t *testing.T, path string) {
	t.Helper()
	info, err := os.Stat(path)
	must(t, err)
	archive, err := zip.OpenReader(path)
	must(t, err)
	defer archive.Close()
	text := make(map[string]string)
	for _, f := range archive.File {
		file, err := f.Open()
		must(t, err)
		content, err := io.ReadAll(file)
		must(t, err)
		text[f.Name] = string(content)
	}
	games, err := record.ReadGGF(text["games.ggf"])
	if err != nil || len(games) != 1 || len(games[0].Moves) != 2 || !strings.Contains(text["games.ggf"], "PB[player 1]PW[slack/T1/U2]") {
		t.Errorf("the games are %s: %v", text["games.ggf"], err)
	}
	if kept := text["kept.json"]; info.Mode().Perm() != 0o600 || !json.Valid([]byte(kept)) || !strings.Contains(kept, "slack/T1/U2") || strings.Contains(kept, "slack/T1/U1") {
		t.Errorf("in a file of mode %v: %s", info.Mode(), kept)
	}
}

func TestBackupAndRestore(t *testing.T) {
	s := newShell(t)
	for _, command := range []string{
		"bot backup - > FOLDER/monday.db",
		"bot backup FOLDER/tuesday.db",
		"bot backup FOLDER/tuesday.db",
		"bot backup",
		"bot backup FOLDER/wednesday.db FOLDER/thursday.db",
		"bot stop 10",
		"bot restore FOLDER/monday.db",
		"bot restore -force FOLDER/monday.db",
		"bot games",
		"bot stop 11",
		"bot restore -force - < FOLDER/monday.db",
		"bot games",
		"bot restore -force FOLDER/none.db",
		"bot restore -force - < FOLDER/othello.db.lock",
		"bot restore",
		"bot games -all",
	} {
		s.run(command)
	}
	for _, url := range []string{"sqlite:" + s.folder + "/none.db", "postgres://host/db"} {
		s.env["DATABASE_URL"] = url
		s.run("bot backup FOLDER/wednesday.db")
	}
	s.golden("restore.txt")
}

func TestCheck(t *testing.T) {
	d, sl := discordtest.New(t), slacktest.New(t)
	s := newShell(t)
	s.run("bot check")
	s.env["DISCORD_TOKEN"], s.env["DISCORD_API_URL"] = d.Token(), d.APIURL()
	s.env["SLACK_BOT_TOKEN"], s.env["SLACK_APP_TOKEN"], s.env["SLACK_API_URL"] = sl.Install(sl.NewWorkspace("den")), sl.AppToken(), sl.APIURL()
	s.run("bot check")
	s.env["SLACK_APP_TOKEN"] = "xapp-" + canary
	s.run("bot check")
	s.env["SLACK_APP_TOKEN"] = sl.AppToken()
	s.env["HTTP_ADDR"] = "127.0.0.1:0"
	s.env["DISCORD_MODE"], s.env["DISCORD_PUBLIC_KEY"] = "http", strings.Repeat("0123456789abcdef", 4)
	s.run("bot check")
	s.env["DISCORD_PUBLIC_KEY"] = hex.EncodeToString(d.PublicKey())
	s.run("bot check")
	s.env["DISCORD_TOKEN"], s.env["SLACK_BOT_TOKEN"] = canary, "xoxb-"+canary
	s.run("bot check")
	s.env["DISCORD_API_URL"] = "http://127.0.0.1:1"
	s.env["SLACK_API_URL"] = late(t) + "/"
	must(t, os.WriteFile(filepath.Join(s.folder, "othello.db"), []byte(strings.Repeat("x", 5000)), 0o600))
	s.run("bot check")
	s.env["DATABASE_URL"] = "sqlite:" + s.folder + "/none.db"
	s.run("bot check")
	s.golden("check.txt")
	if strings.Contains(s.text.String(), canary) {
		t.Error("a token is shown")
	}
}

// late returns the URL of a platform whose clock is an hour slow.
func late(t *testing.T) (url string) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Date", time.Now().Add(-time.Hour).UTC().Format(http.TimeFormat))
		_, _ = io.WriteString(w, `{"ok":true,"user":"othello","team":"den","url":"ws://`+r.Host+`"}`)
	}))
	t.Cleanup(s.Close)
	return s.URL
}

// Operators' commands work while the bot runs. A stopped game is over for the bot, and its board says so.
// A notice reaches a user who then plays, and no other.
func TestOperateWhileTheBotRuns(t *testing.T) {
	t.Parallel()
	s := &shell{t: t, folder: t.TempDir()}
	url := "sqlite:" + filepath.Join(s.folder, "othello.db")
	r := onGateway(t, discordtest.New(t), map[string]string{"DATABASE_URL": url})
	s.env = maps.Clone(r.env)
	s.env["ADMIN_ADDR"] = r.address(t, "ADMIN_ADDR")
	room := r.Channel("den")
	r.Command(room, "ana", "start")
	r.Settle()
	s.run("bot check")
	s.run("bot notice Back.at.six.")
	s.run("bot games")
	transcript := s.text.String()
	if !strings.Contains(transcript, "ADMIN_ADDR is used by a bot that runs") || !strings.Contains(transcript, "no damage found") || strings.Contains(transcript, "exit") {
		t.Errorf("the check says %s", transcript)
	}
	id := regexp.MustCompile(`(?m)^(\S+)\s+(discord/\S+)`).FindStringSubmatch(transcript)
	if id == nil {
		t.Fatalf("no game is listed:\n%s", transcript)
	}
	shown := func(user, text string) bool {
		r.Settle()
		return slices.ContainsFunc(r.Messages(room, user), func(m discordtest.Message) bool { return strings.Contains(m.Content, text) })
	}
	eventually(t, "ana is told", func() bool {
		r.Command(room, "ana", "board")
		return shown("ana", "Back.at.six.")
	})
	if shown("bo", "Back.at.six.") {
		t.Error("bo is told, who has done nothing")
	}

	s.run("bot stop " + id[1])
	db, err := store.OpenForOperator(t.Context(), url, game.Timing{})
	must(t, err)
	defer db.Close()
	stopped, err := db.Load(t.Context(), game.Place(id[2]), "")
	must(t, err)
	later := game.Change{Before: stopped.Version, Room: stopped, Due: 1, Now: time.Now()}
	later.Room.Version++
	later.Room.Slots = slices.Clone(stopped.Slots)
	for i := range later.Room.Slots {
		later.Room.Slots[i].Redraw = 1 // as if twenty seconds had passed
	}
	must(t, db.Save(t.Context(), later))
	eventually(t, "the board says who stopped it", func() bool { return shown("bo", said(words.StoppedByOperator{})) })
	r.end(t)
}
