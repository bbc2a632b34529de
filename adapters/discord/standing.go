package discord

import (
	"time"

	"othellobot/internal/recent"
)

// shutFor is how long nothing is tried in a channel where the bot may not write.
const shutFor = time.Hour

// standing is what the bot may do in a channel, as far as it is known.
type standing struct {
	outside bool      // the bot is no member
	unseen  bool      // it may not even see the channel
	shut    time.Time // until when it sends nothing, because it may not write; zero if it may
	untold  bool      // nobody was told yet that it may not write
}

// standings remembers the standing of the bot in channels.
type standings struct {
	recent.Map[string, standing]
}

func (s *standings) of(channel string) standing {
	is, _ := s.Get(channel)
	return is
}

// note changes the standing in a channel.
func (s *standings) note(channel string, change func(*standing)) {
	s.Change(channel, func(is standing, _ bool) (standing, bool) {
		change(&is)
		return is, is != standing{}
	})
}

// bars reports whether nothing is sent to the channel now. No event says that the bot may
// write again, so once an hour it lets one message through to see.
func (s *standings) bars(channel string) (barred bool) {
	s.note(channel, func(is *standing) {
		if barred = time.Now().Before(is.shut); !barred && !is.shut.IsZero() {
			is.shut = time.Now().Add(shutFor)
		}
	})
	return barred
}

// warns reports whether the next user in the channel is to be told that the bot may not write
// there, which it does once.
func (s *standings) warns(channel string) (warns bool) {
	if s.of(channel).untold { // as seldom
		s.note(channel, func(is *standing) { warns, is.untold = is.untold, false })
	}
	return warns
}
