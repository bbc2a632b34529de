package sim

import (
	"database/sql"
	"log/slog"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/people"
	"othellobot/store"
	"othellobot/store/storetest"
)

// wantExports makes the changes in a database. It compares what is exported of each user with a census of all
// tables, before and after all of them are forgotten.
func wantExports(t *testing.T, changes []copiedChange, users []chat.UserID) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "month.db")
	timing := game.Timing{IdleExpiry: 168 * time.Hour, Retention: 2160 * time.Hour, Zones: time.LoadLocation}
	s, err := store.Open(t.Context(), "sqlite:"+file, timing, slog.New(slog.DiscardHandler))
	noError(t, err)
	defer s.Close()
	for _, change := range changes {
		noError(t, change(t.Context(), s))
	}
	for n, u := range users { // what nobody does in a simulated month
		p := game.Player(u.String())
		_, err := people.ChangeChoices(t.Context(), s, p, time.Now(), func(c people.Choices) people.Choices {
			if n%3 == 0 {
				c.Board = "words"
			}
			return c
		})
		noError(t, err)
		noError(t, s.SetHidden(t.Context(), game.Tenant(u.Platform+"/t/"), p, n%2 == 0))
	}
	db, err := sql.Open("sqlite", "file:"+file+"?mode=ro")
	noError(t, err)
	defer db.Close()
	facts, names := 0, 0
	compare := func(empty bool) {
		t.Helper()
		census, err := storetest.NewCensus(db, `SELECT t.name, c.name FROM sqlite_master AS t, pragma_table_info(t.name) AS c WHERE t.type = 'table'`)
		noError(t, err)
		for _, u := range users {
			p := game.Player(u.String())
			k, err := s.Kept(t.Context(), p)
			noError(t, err)
			want, got := census.Of(p), storetest.TallyOf(k)
			if d := cmp.Diff(want, got); d != "" {
				t.Fatalf("what names %s (-census +export):\n%s", p, d)
			}
			if empty != (len(k.Tables) == 0) {
				t.Fatalf("of %s is kept: %v", p, k.Tables)
			}
			for _, n := range want {
				facts, names = facts+1, names+n
			}
		}
	}
	compare(false)
	t.Logf("%d changes leave %d rows that name %d people %d times", len(changes), facts, len(users), names)
	if facts < 5*len(users) {
		t.Errorf("it proves little")
	}
	for _, u := range users {
		noError(t, game.NewTable(s, timing).Forget(t.Context(), s, s, game.Player(u.String()), time.Now()))
	}
	compare(true)
}

func noError(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
