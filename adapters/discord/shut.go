package discord

import (
	"time"

	"othellobot/internal/recent"
)

// shutFor is how long nothing is tried in a channel where the bot may not write.
const shutFor = time.Hour

// shut remembers until when nothing is sent to the channels where the bot may not write.
// Nobody tells it when it may again, so that once an hour one message is let through to
// see.
type shut struct {
	recent.Map[string, time.Time]
}

// add notes that the bot may not write, and reports whether that is new.
func (s *shut) add(channel string) (added bool) {
	s.Change(channel, func(until time.Time, known bool) (time.Time, bool) {
		if added = !known; added {
			until = time.Now().Add(shutFor)
		}
		return until, true
	})
	return added
}

// bars reports whether nothing is to be sent to the channel now.
func (s *shut) bars(channel string) (barred bool) {
	s.Change(channel, func(until time.Time, known bool) (time.Time, bool) {
		if barred = known && time.Now().Before(until); !barred {
			until = time.Now().Add(shutFor)
		}
		return until, known
	})
	return barred
}
