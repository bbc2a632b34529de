package sim

import (
	"errors"
	"fmt"
	"time"

	"othellobot/game"
	"othellobot/internal/deadline"
)

// The errors that a process gets when a call fails.
var (
	errConnection = errors.New("the connection is lost")
	errDown       = fmt.Errorf("the database is down: %w", game.ErrNotStored)
)

func (c connection) limit(what string) time.Duration {
	switch what {
	case "time":
		return 0
	case "due", "next", "rooms", "past", "forget":
		return deadline.Search
	case "clean":
		return deadline.Sweep
	}
	return deadline.Attempt
}

// sync starts a sync of the journal if a process waits for one.
func (s *server) sync() {
	if s.syncing || s.heavy <= s.synced {
		return
	}
	s.syncing = true
	epoch := s.epoch
	s.world.after(s.world.between(time.Millisecond, s.world.weather.syncTime), func() {
		if epoch == s.epoch {
			s.syncing = false
			s.database.sync()
			s.release()
		}
	})
}

// behindSync calls do once all records whose sync a process waits for are synced, or never if they are lost.
func (s *server) behindSync(do func()) {
	if s.world.mistake == answerBeforeSync {
		do()
		return
	}
	s.waiting = append(s.waiting, gate{s.heavy, do})
	s.release()
}

func (s *server) release() {
	for len(s.waiting) > 0 && s.waiting[0].record <= s.synced {
		open := s.waiting[0].open
		s.waiting = s.waiting[1:]
		open()
	}
}

// crash loses some of the records that are not synced, and all connections for a while.
func (s *server) crash(rest time.Duration) {
	w := s.world
	left := len(s.journal)
	kept := w.random.IntN(left + 1)
	s.database.crash(kept)
	w.narrate("", "the store crashes; of the %d records that are not synced it keeps %d", left, kept)
	s.epoch++
	s.down, s.syncing, s.waiting = true, false, nil
	w.judge.recovered()
	w.after(rest, func() {
		s.down = false
		w.narrate("", "the store is up again")
	})
}
