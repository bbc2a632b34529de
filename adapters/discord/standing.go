package discord

import (
	"time"

	"othellobot/internal/recent"
)

// shutFor is the time between attempts to write in a channel where the bot may not.
const shutFor = time.Hour

// standing records what the bot may do in a channel. The zero value means everything.
type standing struct {
	outside     bool      // the bot is not a member
	unseen      bool      // the bot may not even see the channel
	shut        time.Time // no message is sent before, because the bot may not write; zero if it may
	unannounced bool      // no user has been warned yet that the bot may not write
}

type standings struct {
	recent.Map[string, standing]
}

func (s *standings) of(channel string) standing {
	is, _ := s.Get(channel)
	return is
}

func (s *standings) note(channel string, change func(*standing)) {
	s.Change(channel, func(is standing, _ bool) (standing, bool) {
		change(&is)
		return is, is != standing{}
	})
}

// bars reports whether to send no message to the channel. It lets one through each hour, because no
// event reports that the bot may write again.
func (s *standings) bars(channel string) (barred bool) {
	s.note(channel, func(is *standing) {
		if barred = time.Now().Before(is.shut); !barred && !is.shut.IsZero() {
			is.shut = time.Now().Add(shutFor)
		}
	})
	return barred
}

// warns reports whether to warn the user that the bot may not write. It returns true once.
func (s *standings) warns(channel string) (warns bool) {
	s.note(channel, func(is *standing) { warns, is.unannounced = is.unannounced, false })
	return warns
}
