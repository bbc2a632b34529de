package discord

import (
	"time"

	"othellobot/internal/recent"
)

// shutFor is the time between attempts in a channel where the bot may not write.
const shutFor = time.Hour

// standing records what the bot may do in a channel, as far as known.
type standing struct {
	outside     bool      // the bot is not a member
	unseen      bool      // the bot may not even see the channel
	shut        time.Time // no message is sent before, because the bot may not write; zero if it may
	unannounced bool      // no user has been warned yet that the bot may not write
}

// standings remembers the bot's standing in channels.
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

// bars reports whether messages to the channel are held back. No event reports that the bot may
// write again, so bars lets one message through each hour.
func (s *standings) bars(channel string) (barred bool) {
	s.note(channel, func(is *standing) {
		if barred = time.Now().Before(is.shut); !barred && !is.shut.IsZero() {
			is.shut = time.Now().Add(shutFor)
		}
	})
	return barred
}

// warns reports whether the next user in the channel must be warned that the bot may not write.
// It reports true once.
func (s *standings) warns(channel string) (warns bool) {
	if s.of(channel).unannounced { // a cheap check, because this is rare
		s.note(channel, func(is *standing) { warns, is.unannounced = is.unannounced, false })
	}
	return warns
}
