package store_test

import (
	"errors"
	"os"
	"testing"
	"time"

	"othellobot/game"
	"othellobot/store"
)

func visit(t *testing.T, url string) *store.Store {
	t.Helper()
	s, err := store.OpenForOperator(t.Context(), url, timing)
	noError(t, err)
	t.Cleanup(func() {
		noError(t, s.Close())
	})
	return s
}

// TestVisitorsChangesAreNoticed checks that Due makes a bot see the changes of an operator's process.
func TestVisitorsChangesAreNoticed(t *testing.T) {
	eachDatabase(t, func(t *testing.T, kind, url string) {
		s := open(t, url, timing)
		start(t, s, 1, here, "")
		start(t, s, 2, "p/other//", "")
		noError(t, s.Installs.Save(t.Context(), "T1", []byte("token")))
		due := func() {
			if _, err := s.Due(t.Context(), noon, noon, 1, []string{"p/"}); err != nil {
				t.Fatal(err)
			}
		}
		due()
		wantRuns(t, s, here, true)
		if data, err := s.Installs.Load(t.Context(), "T1"); data == nil || err != nil {
			t.Fatalf("%q, %v", data, err)
		}
		v := visit(t, url)
		g, err := game.NewTable(v, timing).Stop(t.Context(), here, 1, noon)
		if err != nil || g.Phase != game.Over {
			t.Fatalf("%+v, %v", g, err)
		}
		noError(t, v.Installs.Delete(t.Context(), "T1"))
		due()
		wantRuns(t, s, here, false)
		wantRuns(t, s, "p/other//", true)
		if data, err := s.Installs.Load(t.Context(), "T1"); data != nil || err != nil {
			t.Errorf("the installation is still %q, %v", data, err)
		}
	})
}

// TestEndedByVisitor checks that a bot cannot change a cached game that an operator has ended.
func TestEndedByVisitor(t *testing.T) {
	eachDatabase(t, func(t *testing.T, kind, url string) {
		s := open(t, url, timing)
		start(t, s, 1, here, "")
		wantRuns(t, s, here, true)
		if _, err := game.NewTable(visit(t, url), timing).Stop(t.Context(), here, 1, noon); err != nil {
			t.Fatal(err)
		}
		table := game.NewTable(s, timing)
		room, _, err := table.Load(t.Context(), here, "")
		noError(t, err)
		if _, err := table.Do(t.Context(), room, game.Proposal{Game: 1, By: "p//ana", Operation: game.Stop(false), Now: noon}); !errors.Is(err, game.ErrOver) {
			t.Errorf("stopping it again returns %v", err)
		}
	})
}

func wantRuns(t *testing.T, s game.Store, at game.Place, want bool) {
	t.Helper()
	room, err := s.Load(t.Context(), at, "")
	if err != nil || (room.Active != nil) != want {
		t.Errorf("in %s runs %+v, %v", at, room.Active, err)
	}
}

func TestVisitorsSee(t *testing.T) {
	eachDatabase(t, func(t *testing.T, kind, url string) {
		s := open(t, url, timing)
		start(t, s, 1, here, "")
		propose(t, s, "p/team/other/", game.Proposal{
			New: new(game.NewOpen(2, "p/team/other/", "p//bo", noon)), Now: noon,
			Display: reserve,
		})
		start(t, s, 3, "p/teams/other/", "")
		execute(t, kind, url, `UPDATE rooms SET doc = REPLACE(doc, '"mode":"open"', '"mode":"x"') WHERE place = 'p/teams/other/'`)
		v := visit(t, url)
		var found, unreadable []game.ID
		err := v.EachRunning(t.Context(), func(g game.Game, err error) error {
			if found = append(found, g.ID); err != nil {
				unreadable = append(unreadable, g.ID)
			}
			return nil
		})
		if err != nil || len(found) != 3 || len(unreadable) != 1 || unreadable[0] != 3 {
			t.Errorf("%v are running, %v cannot be read, %v", found, unreadable, err)
		}
		if got, err := v.CountData(t.Context(), "p/team/"); got != (store.DataCount{Games: 2, Rows: 4}) || err != nil {
			t.Errorf("left of the team: %+v, %v", got, err)
		}
		if size, err := v.Size(t.Context()); size < 1<<14 || err != nil {
			t.Errorf("the database has %d bytes, %v", size, err)
		}
		for after, want := range map[time.Duration]int{game.RedrawAfter - time.Second: 0, game.RedrawAfter: 1} {
			if n, err := v.OverdueMessages(t.Context(), noon.Add(after)); n != want || err != nil {
				t.Errorf("%v after the commit %d messages are behind, %v", after, n, err)
			}
		}
	})
}

// TestVisitorsNeedADatabase checks that OpenForOperator creates no database and changes no schema.
func TestVisitorsNeedADatabase(t *testing.T) {
	if _, err := store.OpenForOperator(t.Context(), fileURL(t), timing); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("where there is none: %v", err)
	}
	for _, url := range []string{"memory:", "mysql://", "postgres://%"} {
		if _, err := store.OpenForOperator(t.Context(), url, timing); err == nil {
			t.Errorf("%s can be visited", url)
		}
	}
	eachDatabase(t, func(t *testing.T, kind, url string) {
		during(t, url, func(*store.Store) {})
		current, needed, err := store.Schema(t.Context(), url)
		if current != needed || current == 0 || err != nil {
			t.Fatalf("version %d of %d, %v", current, needed, err)
		}
		for _, change := range []string{
			"UPDATE othello_schema SET version = 0 WHERE version = 1", // an older version
			"INSERT INTO othello_schema (version) VALUES (1000)",      // a newer version
			"DROP TABLE othello_schema",
		} {
			execute(t, kind, url, change)
			if _, err := store.OpenForOperator(t.Context(), url, timing); !errors.Is(err, store.ErrSchema) {
				t.Errorf("after %s: %v", change, err)
			}
		}
	})
}
