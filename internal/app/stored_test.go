package app_test

import (
	"bytes"
	"crypto/rand"
	"database/sql"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"othellobot/adapters/discord/discordtest"
	"othellobot/adapters/slack/slacktest"
	"othellobot/rules"
	"othellobot/words"
)

// The bot finds a damaged page of its database, and reports it.
func TestDamagedDatabase(t *testing.T) {
	file := filepath.Join(t.TempDir(), "othello.db")
	database := map[string]string{"DATABASE_URL": "sqlite:" + file}
	d := discordtest.New(t)
	r := start(t, d, database)
	r.WaitReady()
	r.end(t)

	page := pageOf(t, file, "finished_met") // not read at the start
	content, err := os.ReadFile(file)
	must(t, err)
	_, _ = rand.Read(content[(page-1)*2048 : page*2048])
	must(t, os.WriteFile(file, content, 0o600))
	r = start(t, d, database)
	r.log.Await(t, "level=ERROR msg=\"the database is damaged")
	admin := r.address(t, "ADMIN_ADDR")
	if status, text := get(t, admin, "/readyz"); status != http.StatusServiceUnavailable || !strings.Contains(text, "does not work: the store: the database is damaged\n") {
		t.Errorf("it is ready with %d %q", status, text)
	}
	if _, text := get(t, admin, "/metrics"); !strings.Contains(text, "\nothellobot_database_damaged 1\n") {
		t.Error("the metric says that nothing is damaged")
	}
	r.end(t)
}

// If the database file disappears, the bot stores nothing and reports that. With the file back, a
// restarted bot continues the games.
func TestDatabaseTakenAway(t *testing.T) {
	file := filepath.Join(t.TempDir(), "othello.db")
	database := map[string]string{"DATABASE_URL": "sqlite:" + file}
	d := discordtest.New(t)
	r := start(t, d, database)
	r.awaitReady(t)
	room := r.Channel("den")
	r.Command(room, "ana", "start")
	r.Command(room, "ana", "move", discordtest.Text("square", "d3"))
	r.Settle()
	must(t, os.Rename(file, file+".away"))
	admin := r.address(t, "ADMIN_ADDR")
	eventually(t, "it is not ready", func() bool {
		status, text := get(t, admin, "/readyz")
		return status == http.StatusServiceUnavailable && strings.Contains(text, "does not work: the store: the database is damaged\n")
	})
	r.press(t, room, "bo", "c3")
	r.Settle()
	answers := r.Messages(room, "bo")
	if last := answers[len(answers)-1]; !last.Ephemeral() || !strings.Contains(strings.ReplaceAll(last.Content, "*", ""), said(words.MoveNotSaved{})) {
		t.Errorf("bo is told %q", last.Content)
	}
	r.end(t)

	if code, _, says := program(t, database, "/othello start\n"); code != 1 || !strings.Contains(says, "bot restore") {
		t.Errorf("without the file it exits %d: %s", code, says)
	}
	must(t, os.Rename(file+".away", file))
	r = start(t, d, database)
	r.awaitReady(t)
	r.press(t, room, "bo", "c3")
	r.Settle()
	if !r.offers(room, "cy", 2) {
		t.Errorf("the game does not go on: %+v", r.Messages(room, "cy"))
	}
	r.end(t)
}

// pageOf returns the number of a table's or index's root page.
func pageOf(t *testing.T, file, name string) (page int) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+file)
	if err == nil {
		err = errors.Join(db.QueryRow("SELECT rootpage FROM sqlite_schema WHERE name = $1", name).Scan(&page), db.Close())
	}
	must(t, err)
	return page
}

const publicURL = "https://bot.example.org"

// workspaces is a program that any workspace can install, with its games in a file.
type workspaces struct {
	*running
	slack *slacktest.Server
}

func withWorkspaces(t *testing.T, s *slacktest.Server, database, key string) workspaces {
	t.Helper()
	env := map[string]string{
		"DISCORD_TOKEN": "", "DISCORD_API_URL": "", "DATABASE_URL": database, "SECRET_KEY": key,
		"SLACK_SIGNING_SECRET": s.SigningSecret(), "SLACK_CLIENT_ID": s.ClientID(), "SLACK_CLIENT_SECRET": s.ClientSecret(),
		"SLACK_API_URL": s.APIURL(), "PUBLIC_URL": publicURL,
	}
	r := workspaces{start(t, discordtest.New(t), env), s}
	s.ConnectURL("http://" + r.address(t, "HTTP_ADDR"))
	r.awaitReady(t)
	return r
}

// install installs the bot in the workspace through the install pages.
func (w workspaces) install(t *testing.T) {
	t.Helper()
	ask := func(to string, cookies ...*http.Cookie) *http.Response {
		request, err := http.NewRequest(http.MethodGet, "http://"+w.address(t, "HTTP_ADDR")+strings.TrimPrefix(to, publicURL), nil)
		must(t, err)
		for _, c := range cookies {
			request.AddCookie(c)
		}
		answer, err := http.DefaultTransport.RoundTrip(request)
		must(t, err)
		_, _ = io.Copy(io.Discard, answer.Body)
		_ = answer.Body.Close()
		return answer
	}
	begun := ask("/slack/install")
	if ended := ask(w.slack.Consent(w.slack.Workspace, begun.Header.Get("Location")), begun.Cookies()...); ended.StatusCode != http.StatusOK {
		t.Fatalf("an installation ends with %d", ended.StatusCode)
	}
}

// serves reports whether the bot starts a game in a channel.
func (w workspaces) serves(channel string) bool {
	in := w.slack.Channel(channel)
	w.slack.Command(in, "ana", "start")
	w.slack.Settle()
	return slices.ContainsFunc(w.slack.AllMessages(in), func(m slacktest.Message) bool { return len(m.Controls()) > 0 })
}

// Tokens stored in plain text are sealed once there is a key. With another key the workspace is not
// served. When the right key returns, everything is still there.
func TestTokensAreSealed(t *testing.T) {
	const key, other = "the first key of 32 characters...", "another key as long as the other."
	file := filepath.Join(t.TempDir(), "othello.db")
	s := slacktest.New(t)
	inFile := func() (plain, sealed bool) {
		content, err := os.ReadFile(file)
		must(t, err)
		return bytes.Contains(content, []byte("xoxb-")), bytes.Contains(content, []byte("sealed:1:"))
	}
	const warning = `level=WARN msg="the tokens of workspaces are stored in plain text: set SECRET_KEY"`
	for _, step := range []struct {
		name, key     string
		serves        bool
		says          string
		plain, sealed bool // in the file afterwards
	}{
		{"without a key", "", true, warning, true, false},
		{"with a key", key, true, "", false, true},
		{"with another", other, false, "SECRET_KEY does not decrypt the stored value", false, true},
		{"without a key again", "", false, "SECRET_KEY does not decrypt the stored value", false, true},
		{"with the old one behind another", other + "," + key, true, `msg="sealed the tokens of workspaces" workspaces=1`, false, true},
		{"with the other alone", other, true, "", false, true},
	} {
		w := withWorkspaces(t, s, "sqlite:"+file, step.key)
		if step.name == "without a key" {
			w.install(t)
		}
		if step.says != "" {
			w.log.Await(t, step.says)
		}
		if got := w.serves(step.name); got != step.serves {
			t.Errorf("%s people play: %t", step.name, got)
		}
		_, ready := get(t, w.address(t, "ADMIN_ADDR"), "/readyz")
		if named := strings.Contains(ready, "does not work: the tokens of 1 workspaces, which SECRET_KEY does not open\n"); named == step.serves {
			t.Errorf("%s it is ready with %q", step.name, ready)
		}
		w.end(t)
		if said := w.log.String(); strings.Contains(said, "plain text") != (step.key == "") || strings.Contains(said, key) {
			t.Errorf("%s the log says\n%s", step.name, said)
		}
		if plain, sealed := inFile(); plain != step.plain || sealed != step.sealed {
			t.Errorf("%s the file has tokens in plain text: %t, sealed: %t", step.name, plain, sealed)
		}
	}
}

// A restarted bot continues running games: the old board's buttons work.
func TestRestart(t *testing.T) {
	database := map[string]string{"DATABASE_URL": "sqlite:" + filepath.Join(t.TempDir(), "games", "othello.db")}
	d := discordtest.New(t)
	r := onGateway(t, d, database)
	room := r.Channel("den")
	r.Command(room, "ana", "start")
	r.Command(room, "ana", "settings", discordtest.Text("theme", "vivid"))
	r.Command(room, "ana", "move", discordtest.Text("square", "d3"))
	r.Settle()
	r.end(t)

	r = start(t, d, database)
	r.awaitReady(t)
	r.press(t, room, "bo", "c3")
	r.Settle()
	if !r.offers(room, "cy", 2) {
		t.Errorf("the old board's button does nothing: %+v", r.Messages(room, "cy"))
	}
	if code, out, said := program(t, database, "", "backup", filepath.Join(t.TempDir(), "copy.db")); code != 0 || !strings.Contains(out, "copied and verified") {
		t.Errorf("a backup while the bot runs exits %d: %s%s", code, out, said)
	}
	second := start(t, d, database)
	if err := <-second.ended; err == nil || !strings.Contains(err.Error(), "another process uses it") {
		t.Errorf("a second process on the same file: %v", err)
	}
	r.end(t)
}

func (r *running) press(t *testing.T, w discordtest.Where, user, label string) {
	t.Helper()
	for _, m := range slices.Backward(r.Messages(w, user)) {
		for _, control := range m.Controls() {
			if control.Label == label {
				r.Press(w, user, m.ID, control.CustomID)
				return
			}
		}
	}
	t.Fatalf("%s sees no button %s", user, label)
}

// With a database, the local channel continues where it stopped.
func TestLocalGamesAreKept(t *testing.T) {
	env := map[string]string{"DATABASE_URL": "sqlite:" + filepath.Join(t.TempDir(), "othello.db"), "LOG_LEVEL": "warn"}
	flips := words.All(rules.SetOf(d4))
	for _, c := range []struct {
		line  string
		tells words.Message
	}{
		{"ana: /othello start\n", words.Opened{Player: called("ana")}},
		{"ana: /othello move d3\n", words.Played{Player: called("ana"), Square: d3, Flips: flips}},
		{"bo: /othello move c3\n", words.Played{Player: called("bo"), Square: c3, Flips: flips}},
	} {
		code, out, errs := program(t, env, c.line)
		if code != 0 || errs != "" || !strings.Contains(out, said(c.tells)) {
			t.Errorf("exit %d, %q:\n%s", code, errs, out)
		}
	}
}
