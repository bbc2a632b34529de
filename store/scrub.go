package store

import (
	"context"
	"database/sql"
	"time"
)

// How long the scrubber holds up the writer at most until readers have ended, and how
// long it leaves the writer alone after that was in vain.
const (
	scrubPatience = "busy_timeout(50)"
	minScrubPause = 100 * time.Millisecond
	maxScrubPause = 5 * time.Second
)

// maxRewritten is how large a database may be, in bytes, that is written anew whenever
// something was deleted: for that long the writer waits, and so much memory is taken.
const maxRewritten = 32 << 20

// maxScrubs is how many can be asked for while one is under way, without waiting for it.
const maxScrubs = 256

// scrubber empties SQLite's write-ahead log: what was overwritten in the database is
// still there until then. It does so again and again while readers hold it up. A small
// database it writes anew before: rows that SQLite has moved from one page to another
// leave copies in the unused parts of pages, which secure_delete does not overwrite.
type scrubber struct {
	db      *sql.DB
	guard   *guard
	asked   chan chan struct{} // each is closed once the log was emptied after it came
	closing chan struct{}
	done    chan struct{}
}

func newScrubber(path string, g *guard) *scrubber {
	db, err := sql.Open("sqlite", sqliteDSN(path, scrubPatience, "temp_store(MEMORY)"))
	if err != nil {
		panic(err) // the driver is there, for others have opened the same
	}
	s := &scrubber{db: db, guard: g, asked: make(chan chan struct{}, maxScrubs), closing: make(chan struct{}), done: make(chan struct{})}
	go s.run()
	return s
}

// scrub is [game.Store]'s Scrub.
func (s *scrubber) scrub(ctx context.Context) error {
	emptied := make(chan struct{})
	select {
	case s.asked <- emptied:
	case <-s.done:
		return errClosed // the end of the store empties it
	}
	select {
	case <-emptied:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-s.done:
		return errClosed
	}
}

func (s *scrubber) run() {
	defer close(s.done)
	var waiting []chan struct{}
	var again <-chan time.Time
	pause, rewritten := minScrubPause, false
	for {
		select {
		case emptied := <-s.asked:
			waiting, rewritten = append(waiting, emptied), false
		case <-again:
		case <-s.closing:
			return
		}
		whole := s.guard.damaged() == nil
		rewritten = rewritten || whole && s.rewrite()
		if !whole || !rewritten || !s.empty() {
			again, pause = time.After(pause), min(2*pause, maxScrubPause)
			continue
		}
		for _, emptied := range waiting {
			close(emptied)
		}
		waiting, again, pause = nil, nil, minScrubPause
	}
}

// rewrite tries to write the database anew, unless it is large.
func (s *scrubber) rewrite() bool {
	var size int64
	err := s.db.QueryRow("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size").Scan(&size)
	if err == nil && size <= maxRewritten {
		_, err = s.db.Exec("VACUUM")
	}
	return err == nil
}

// empty tries to empty the log. The most of it is copied while others write, so that
// the writer is held up for the rest alone.
func (s *scrubber) empty() bool {
	if _, err := s.db.Exec("PRAGMA wal_checkpoint(PASSIVE)"); err != nil {
		return false
	}
	var busy, log, copied int
	err := s.db.QueryRow("PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &log, &copied)
	return err == nil && busy == 0
}

// close ends the scrubber.
func (s *scrubber) close() error {
	close(s.closing)
	<-s.done
	return s.db.Close()
}
