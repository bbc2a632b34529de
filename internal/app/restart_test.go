package app_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"othellobot/adapters/discord/discordtest"
	"othellobot/rules"
	"othellobot/words"
)

// A restarted bot continues running games: the old board's buttons work.
func TestRestart(t *testing.T) {
	database := map[string]string{"DATABASE_URL": "sqlite:" + filepath.Join(t.TempDir(), "games", "othello.db")}
	d := discordtest.New(t)
	r := start(t, d, database)
	r.WaitReady()
	r.WaitRegistered()
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
