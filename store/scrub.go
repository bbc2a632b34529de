package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// How long the scrubber holds up the writer at most until readers have ended, in milliseconds, and how
// long it leaves the writer alone after that was in vain.
const (
	scrubPatience = "busy_timeout(50)"
	scrubPause    = 500 * time.Millisecond
)

// maxRewritten is the size in bytes of the largest database that is rewritten once a day on which
// something was deleted. The writer waits for the rewrite, which takes memory of the same size.
const maxRewritten = 32 << 20

// scrubEvery is the interval between checks for a new day.
const scrubEvery = time.Hour

// maxScrubs is how many can be asked for while one is under way, without waiting for it.
const maxScrubs = 256

// scrubber empties SQLite's write-ahead log: what was overwritten in the database is
// still there until then. It does so again and again while readers hold it up. Rows that SQLite
// has moved from one page to another leave copies in the unused parts of pages, which
// secure_delete does not overwrite: so it rewrites a small database once a day.
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
	case <-ctx.Done():
		return ctx.Err()
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
	deleted, pause := true, scrubEvery // by the process before, perhaps
	for {
		select {
		case emptied := <-s.asked:
			waiting, deleted = append(waiting, emptied), true
		case <-time.After(pause):
		case <-s.closing:
			return
		}
		if s.guard.damaged() != nil {
			continue
		}
		var err error
		if deleted {
			deleted, err = s.rewrite(time.Now())
		}
		if pause = scrubEvery; err != nil || !s.empty() {
			pause = scrubPause
			continue
		}
		for _, emptied := range waiting {
			close(emptied)
		}
		waiting = nil
	}
}

// rewrite writes the whole database again, unless it is large or that was done on the same day, which
// user_version has in days since 1970. It reports whether it is to be done later.
func (s *scrubber) rewrite(now time.Time) (later bool, err error) {
	const query = "SELECT user_version, page_count * page_size FROM pragma_user_version, pragma_page_count, pragma_page_size"
	today := now.Unix() / (24 * 60 * 60)
	var last, size int64
	if err := s.db.QueryRow(query).Scan(&last, &size); err != nil {
		return true, err
	}
	if last == today || size > maxRewritten {
		return true, nil
	}
	if _, err := s.db.Exec("VACUUM"); err != nil {
		return true, err
	}
	_, err = s.db.Exec(fmt.Sprint("PRAGMA user_version = ", today))
	return err != nil, err
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
