package sim

import (
	"context"
	"strings"
	"time"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/people"
)

var wraps = map[mistake]func(connection) people.Store{
	unreadableStopsAll: findsDue(failOnUnreadable),
	newerUnreadable:    func(c connection) people.Store { return newerAsUnreadable{c} },
	checkThenAct:       func(c connection) people.Store { return checksThenSaves{c, false} },
	noteThenAct:        func(c connection) people.Store { return checksThenSaves{c, true} },
	lateAgain:          saves(postponeDue),
	loseEnded:          saves(func(_ *world, _ game.Room, c *game.Change) { c.Past = nil }),
	forgetDeliveries:   func(c connection) people.Store { return dropsDeliveries{c} },
	forgetRedraws:      findsDue(hideRedraws),
	freshDailies:       findsDue(hideClaims),
	drawTogether:       func(c connection) people.Store { return claimsAnyway{c} },
	forgetClaims:       func(c connection) people.Store { return dropsClaims{c} },
	purgeAtOnce:        func(c connection) people.Store { return purgesAtOnce{c} },
	missLife:           func(c connection) people.Store { return ignoresRevive{c} },
	neverConfirm:       findsDue(hideTombstones),
	purgeOnce:          func(c connection) people.Store { return purgesOnce{c} },
	lastAnswerWins:     func(c connection) people.Store { return overwritesAnswers{c} },
	uncounted:          saves(uncount),
	ratedTwice:         saves(playAgain),
	endedTwice:         saves(endAnyway),
	untold:             func(c connection) people.Store { return forgetsMentions{c} },
}

func (m mistake) wrap(c connection) people.Store {
	if with := wraps[m]; with != nil {
		return with(c)
	}
	return c
}

type (
	newerAsUnreadable struct{ connection }
	dropsDeliveries   struct{ connection }
	claimsAnyway      struct{ connection } // hands out what another process has claimed
	dropsClaims       struct{ connection } // does not store claims
	purgesAtOnce      struct{ connection } // deletes at once instead of burying
	ignoresRevive     struct{ connection } // keeps tombstones in spite of signs of life
	purgesOnce        struct{ connection } // makes only one step of a purge
	overwritesAnswers struct{ connection }
	forgetsMentions   struct{ connection }
)

// checksThenSaves first checks whether a change fits, and stores it later: only notes, or only other changes.
type checksThenSaves struct {
	connection
	notes bool
}

type changesDue struct {
	connection
	alter func(*game.Due) error
}

func findsDue(alter func(*game.Due) error) func(connection) people.Store {
	return func(c connection) people.Store { return changesDue{c, alter} }
}

// changesSave alters a change when it arrives, given the room at that time.
type changesSave struct {
	connection
	alter func(*world, game.Room, *game.Change)
}

func saves(alter func(*world, game.Room, *game.Change)) func(connection) people.Store {
	return func(c connection) people.Store { return changesSave{c, alter} }
}

// wallClock is the mistake of trusting the wall clock.
type wallClock struct{ *host }

func (c wallClock) Now() time.Time { return c.wall() }

func (c wallClock) Trusted() bool { return true }

func (m mistake) handler(p *process, h chat.Handler) chat.Handler {
	switch m {
	case unmarkedTurns:
		return unmarked{h}
	case noteAnyPost:
		return anyPost{p, h}
	default:
		return h
	}
}

// anyPost notes every outcome for the message that the slot holds, even if it belongs to another message.
type anyPost struct {
	*process
	chat.Handler
}

type unmarked struct{ chat.Handler }

func (h unmarked) Handle(ctx context.Context, a chat.Action) (chat.Response, error) {
	if parts := strings.Split(a.Control, ":"); len(parts) > 1 {
		parts[1] = strings.ToLower(parts[1])
		a.Control = strings.Join(parts, ":")
	}
	return h.Handler.Handle(ctx, a)
}

// withoutMistake returns the weather of the mistake without the mistake.
func (m mistake) withoutMistake() mistake { return mending + m }

const mending = "mended "

// weather adapts a day's weather so that the mistake shows soon.
func (m mistake) weather(of weather) weather {
	fair := weather{latency: of.latency, syncTime: of.syncTime} // fair weather, in which the judge excuses nothing
	switch mistake(strings.TrimPrefix(string(m), mending)) {
	case unreadableStopsAll:
		of.unreadable = 10 * time.Second
	case putBack:
		of.deletion, of.lostPost = 2*time.Second, 0.1
	case trustRemovals, revokedRemoves:
		of.falseReport = 5 * time.Second
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
