package store_test

import (
	"database/sql"
	"math/rand/v2"
	"path/filepath"
	"testing"
)

// TestPagesOfAMove checks how many pages a move with its note writes: the room's page, and a few for page
// splits and indexes.
func TestPagesOfAMove(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	t.Parallel() // it mostly waits for notes
	const channels, begun, moves = 100, 8, 50
	path := filepath.Join(t.TempDir(), "othello.db")
	s := mustOpen(t, "sqlite:"+path)
	defer s.Close()
	db, err := sql.Open("sqlite", "file:"+path+"?_pragma=query_only(1)")
	noError(t, err)
	defer db.Close()
	movers := make([]*mover, channels)
	for i := range movers {
		movers[i] = newMover(t, s, i)
	}
	for range begun {
		eachOf(channels, func(i int) { movers[i].move() })
	}
	total, counted, before := 0, 0, framesOf(t, db)
	for range moves {
		movers[rand.IntN(channels)].move()
		after := framesOf(t, db)
		if after > before { // otherwise the journal was restarted
			total, counted = total+after-before, counted+1
		}
		before = after
	}
	each := float64(total) / float64(counted)
	t.Logf("a move writes %.2f pages, %.1f kB", each, each*frame/1000)
	if each > 5 {
		t.Errorf("a move writes %.2f pages", each)
	}
}
