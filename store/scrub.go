package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

const (
	// scrubTimeout limits how long the scrubber, and with it the writer, waits for readers.
	scrubTimeout = "busy_timeout(50)"

	scrubPause = 500 * time.Millisecond // pause after a failed attempt
	scrubEvery = time.Hour              // pause between checks whether a new day has begun
	maxScrubs  = 256                    // limit of waiting requests
	// maxRewritten limits the size of a database that is rewritten. The writer waits for the rewrite, which
	// needs as much memory as the database is large.
	maxRewritten = 32 << 20
)

// scrubber empties SQLite's journal, which still holds deleted data, as soon as no reader needs it. After
// deletions it also rewrites a small database, at most once a day. When SQLite moves rows between pages,
// it leaves copies in unused parts of pages, and secure_delete does not overwrite these copies.
type scrubber struct {
	db       *sql.DB
	guard    *guard
	requests chan chan struct{} // the scrubber closes each received channel once it has emptied the journal
	closing  chan struct{}
	done     chan struct{}
}

func newScrubber(path string, g *guard) *scrubber {
	db, err := sql.Open("sqlite", sqliteDSN(path, scrubTimeout, "temp_store(MEMORY)"))
	if err != nil {
		panic(err) // the driver is registered: it opened the file before
	}
	s := &scrubber{db: db, guard: g, requests: make(chan chan struct{}, maxScrubs), closing: make(chan struct{}), done: make(chan struct{})}
	go s.run()
	return s
}

// scrub waits until the journal has been emptied. If ctx ends first, the scrubber empties it later.
func (s *scrubber) scrub(ctx context.Context) error {
	emptied := make(chan struct{})
	select {
	case s.requests <- emptied:
	case <-ctx.Done():
		return ctx.Err()
	case <-s.done:
		return errClosed // closing the store empties the journal
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
	deleted, pause := true, scrubEvery // the previous process may have deleted something
	for {
		select {
		case emptied := <-s.requests:
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
		if pause = scrubEvery; err != nil || !s.emptyJournal() {
			pause = scrubPause
			continue
		}
		for _, emptied := range waiting {
			close(emptied)
		}
		waiting = nil
	}
}

// rewrite rewrites the whole database, unless it is large or was rewritten on the same day, which user_version
// holds. It reports whether the database still needs a rewrite.
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

// emptyJournal copies most of the journal while the writer goes on. The writer waits only for the rest.
func (s *scrubber) emptyJournal() bool {
	if _, err := s.db.Exec("PRAGMA wal_checkpoint(PASSIVE)"); err != nil {
		return false
	}
	var busy, log, copied int
	err := s.db.QueryRow("PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &log, &copied)
	return err == nil && busy == 0
}

func (s *scrubber) close() error {
	close(s.closing)
	<-s.done
	return s.db.Close()
}
