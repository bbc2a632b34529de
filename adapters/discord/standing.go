package discord

import (
	"time"

	"othellobot/internal/recent"
)

// shutFor is the time between attempts to write in a channel where the bot may not.
const shutFor = time.Hour

// standing records what the bot may do in a channel. The zero value means everything.
type standing struct {
	notMember bool      // the bot is not a member
	invisible bool      // the bot may not even see the channel
	shutUntil time.Time // no message is sent before, because the bot may not write; zero if it may
	unwarned  bool      // no user has been warned yet that the bot may not write
}

type standings struct {
	recent.Map[string, standing]
}

func (s *standings) get(channel string) standing {
	is, _ := s.Get(channel)
	return is
}

func (s *standings) change(channel string, change func(*standing)) {
	s.Change(channel, func(is standing, _ bool) (standing, bool) {
		change(&is)
		return is, is != standing{}
	})
}

// holdsBack reports whether to send no message to the channel. It lets one message through each
// hour, because no event reports that the bot may write again.
func (s *standings) holdsBack(channel string) (barred bool) {
	s.change(channel, func(is *standing) {
		if barred = time.Now().Before(is.shutUntil); !barred && !is.shutUntil.IsZero() {
			is.shutUntil = time.Now().Add(shutFor)
		}
	})
	return barred
}

// takeWarning reports whether to warn the user that the bot may not write. It reports true once
// each time the bot loses the permission.
func (s *standings) takeWarning(channel string) (warns bool) {
	s.change(channel, func(is *standing) { warns, is.unwarned = is.unwarned, false })
	return warns
}
