package store_test

import (
	"database/sql"
	"fmt"
	"log/slog"
	"testing"

	"othellobot/game"
	"othellobot/store"
)

// TestTruncatedDocuments cuts a stored game off at each of its bytes. The game must then be unreadable,
// and a new game must be possible in its place.
func TestTruncatedDocuments(t *testing.T) {
	url := fileURL(t)
	during(t, url, func(*store.Store) {})
	whole, err := game.Room{Active: new(game.NewDuel(1, here, "p//ana", "p//bo", 0, noon))}.MarshalJSON()
	noError(t, err)
	at := func(n int) game.Place { return game.Place(fmt.Sprintf("p/team/%d/", n)) }
	behind(t, "sqlite", url, func(db *sql.DB) error {
		tx, err := db.Begin()
		for n := 0; n < len(whole) && err == nil; n++ {
			_, err = tx.Exec(`INSERT INTO rooms (place, version, due, running, doc) VALUES ($1, 1, $2, 1, $3)`, string(at(n)), noon.UnixMilli(), string(whole[:n]))
		}
		if err != nil {
			return err
		}
		return tx.Commit()
	})
	s, err := store.Open(t.Context(), url, timing, slog.New(slog.DiscardHandler))
	noError(t, err)
	defer s.Close() // everything was read by then
	for n := range whole {
		room, err := s.Load(t.Context(), at(n), "")
		if err != nil || room.Active != nil || len(room.Unreadable) != 1 {
			t.Errorf("%q is loaded as %+v, %v", whole[:n], room, err)
		}
	}
	g := game.NewOpen(1<<40, at(3), "p//ana", noon)
	started := propose(t, s, at(3), game.Proposal{New: &g, Now: noon})
	if started.Game.ID != g.ID {
		t.Errorf("a new game in the place of one that cannot be read: %+v", started)
	}
}
