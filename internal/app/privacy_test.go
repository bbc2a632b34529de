package app

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"

	"othellobot/store"
)

// After a user's forget, the database contains no trace of the user, not even in the platform's IDs of
// deliveries, places and messages.
func TestForgottenOnBothPlatforms(t *testing.T) {
	for platform, mode := range soloModes {
		t.Run(platform, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				url := "sqlite:" + filepath.Join(t.TempDir(), "othello.db")
				m := newBubble(t, mode, func(s *bubble) { s.database = url }).channel(platform, 0)
				for _, line := range []string{
					"mo: settings theme:vivid pings:now",
					"ana: start opponent:@bo color:black", "bo: [Accept]", "ana: move square:e6", "bo: [f4]", "bo: resign", "bo: [Yes, resign]",
					"bo: start opponent:@ana color:white", "ana: [Decline]",
					"ana: start", "ana: move square:d3", "bo: [c3]", "ana: undo", "ana: board", "ana: check square:a1",
				} {
					m.act(t, line)
				}
				ana, bo := []byte(m.User("ana").ID), []byte(m.User("bo").ID)
				if now := contents(t, url); !bytes.Contains(now, ana) || !bytes.Contains(now, bo) {
					t.Error("those who play are not in the database")
				}
				m.act(t, "ana: help topic:forget")
				m.act(t, "ana: [Forget me]")
				now := contents(t, url)
				if bytes.Contains(now, ana) {
					t.Errorf("the id of somebody forgotten is in the database:\n%+v", m.Seen("ana"))
				}
				if !bytes.Contains(now, bo) {
					t.Error("somebody else is forgotten too")
				}
			})
		})
	}
}

// contents returns the bytes of a copy of the database. A copy contains no deleted data.
func contents(t *testing.T, url string) []byte {
	t.Helper()
	file := filepath.Join(t.TempDir(), "copy.db")
	if err := store.Backup(t.Context(), url, file); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
