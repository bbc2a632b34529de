package discord

import (
	"sync/atomic"
	"time"

	"othellobot/internal/recent"
)

const shutFor = time.Hour

// channelAccess records what the bot may do in a channel. The zero value means everything.
type channelAccess struct {
	notMember bool      // the bot is not a member
	invisible bool      // the bot may not even see the channel
	shutUntil time.Time // the bot may not write and does not try until this time; zero if it may
	unwarned  bool      // no user has been warned yet that the bot may not write
}

type accessMap struct {
	recent.Map[string, channelAccess]
}

func (s *accessMap) get(channel string) channelAccess {
	is, _ := s.Get(channel)
	return is
}

func (s *accessMap) change(channel string, change func(*channelAccess)) {
	s.Change(channel, func(is channelAccess, _ bool) (channelAccess, bool) {
		change(&is)
		return is, is != channelAccess{}
	})
}

// holdsBack reports whether a message must not be sent. It lets one message through each hour,
// because no event reports that the bot may write again.
func (s *accessMap) holdsBack(channel string) (barred bool) {
	s.change(channel, func(is *channelAccess) {
		if barred = time.Now().Before(is.shutUntil); !barred && !is.shutUntil.IsZero() {
			is.shutUntil = time.Now().Add(shutFor)
		}
	})
	return barred
}

// takeWarning reports true once after each loss of the permission to write.
func (s *accessMap) takeWarning(channel string) (warns bool) {
	s.change(channel, func(is *channelAccess) { warns, is.unwarned = is.unwarned, false })
	return warns
}

// grant is the right to send, change and remove messages in a place with an interaction's token.
type grant struct {
	application, token string
	original           string // id of the message at the path @original; empty if unknown
	until              time.Time
	replied            time.Time     // when the first answer was sent as an HTTP response; zero otherwise
	member             bool          // the bot is a member there and does not depend on the token
	left               *atomic.Int32 // follow-ups left; nil if unlimited
}

func (g grant) takeFollowUp() bool { return g.left == nil || g.left.Add(-1) >= 0 }

type grants struct {
	recent.Map[string, grant]
}

func (g *grants) valid(id string) (grant, bool) {
	given, ok := g.Get(id)
	return given, ok && given.until.After(time.Now())
}

// forgetToken deletes the grant of a message or channel, unless a newer one has replaced it.
func (g *grants) forgetToken(given grant, id string) {
	g.Change(id, func(is grant, known bool) (grant, bool) { return is, known && is.token != given.token })
}
