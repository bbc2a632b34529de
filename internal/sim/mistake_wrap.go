package sim

import (
	"context"
	"strings"
	"time"

	"othellobot/chat"
	"othellobot/game"
)

// wrap is the store with the mistake.
func (m mistake) wrap(c connection) game.Store {
	switch m {
	case unreadableStopsAll:
		return failingDue{c}
	case newerUnreadable:
		return ownNewer{c}
	case checkThenAct:
		return hastyCommit{c}
	case noteAnyPost:
		return blindNote{c}
	case forgetDeliveries:
		return forgetful{c}
	case forgetRedraws:
		return noRedraws{c}
	case drawTogether:
		return hastyRedraws{c}
	case purgeAtOnce:
		return purging{c}
	case missLife:
		return unmoved{c}
	case neverConfirm:
		return sure{c}
	case purgeOnce:
		return hasty{c}
	case lastAnswerWins:
		return hastyAnswers{c}
	case freshDailies:
		return firstDailies{c}
	case uncounted:
		return forgetfulRecords{c}
	case ratedTwice:
		return doubleEntries{c}
	case endedTwice:
		return lateEnds{c}
	case untold:
		return silent{c}
	default:
		return c
	}
}

type failingDue struct{ connection }

type ownNewer struct{ connection }

type hastyCommit struct{ connection }

type doubleEntries struct{ connection }

// lateEnds ends by time what a game has come to meanwhile.
type lateEnds struct{ connection }

type blindNote struct{ connection }

type forgetful struct{ connection }

type noRedraws struct{ connection }

type hastyRedraws struct{ connection }

// purging deletes what it is to bury.
type purging struct{ connection }

// unmoved takes no tombstone away.
type unmoved struct{ connection }

// sure has no doubts.
type sure struct{ connection }

// hasty makes one step of a purge, and no other.
type hasty struct{ connection }

type hastyAnswers struct{ connection }

type firstDailies struct{ connection }

type forgetfulRecords struct{ connection }

type silent struct{ connection }

// wallClock is the mistake to take the wall clock's word for it.
type wallClock struct{ *host }

func (c wallClock) Now() time.Time { return c.wall() }

func (c wallClock) Trusted() bool { return true }

func (c wallClock) After(d time.Duration) <-chan time.Time { return time.After(d) }

// handler is the bot with the mistake.
func (m mistake) handler(h chat.Handler) chat.Handler {
	if m == unmarkedTurns {
		return unmarked{h}
	}
	return h
}

type unmarked struct{ chat.Handler }

// Handle implements [chat.Handler].
func (h unmarked) Handle(ctx context.Context, a chat.Action) (chat.Response, error) {
	if parts := strings.Split(a.Control, ":"); len(parts) > 1 {
		parts[1] = strings.ToLower(parts[1])
		a.Control = strings.Join(parts, ":")
	}
	return h.Handler.Handle(ctx, a)
}

// mended is the mistake not made, in the weather in which it shows.
func (m mistake) mended() mistake { return mending + m }

const mending = "mended "

// weather changes a day's weather so that the mistake shows soon.
func (m mistake) weather(of weather) weather {
	fair := weather{latency: of.latency, syncTime: of.syncTime} // in which nothing is excused
	switch mistake(strings.TrimPrefix(string(m), mending)) {
	case unreadableStopsAll:
		of.unreadable = 10 * time.Second
	case putBack:
		of.deletion, of.lostPost = 2*time.Second, 0.1
	case trustRemovals, revokedRemoves:
		of.rumour = 5 * time.Second
	case endedTwice:
		fair.latency = 300 * time.Millisecond
		return fair
	case oneForAll:
		fair.outage = 20 * time.Second
		return fair
	case repeatPosts:
		fair.requests[cut] = 0.1
		return fair
	case unknownPuzzles:
		fair.crash, fair.requests[cut] = 0, 0.3
		return fair
	}
	return of
}
