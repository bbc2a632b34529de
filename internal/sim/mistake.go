package sim

import (
	"context"
	"strings"
	"time"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/people"
)

// mistake is a fault that the simulation makes on purpose and must find.
type mistake string

const (
	none               mistake = ""
	unreadableStopsAll mistake = "unreadable-stops-all" // one unreadable game makes all due work fail
	newerUnreadable    mistake = "newer-unreadable"     // a game of a newer version is taken for unreadable
	unmarkedTurns      mistake = "unmarked-turns"       // a button holds its turn, but not its position
	noDeadlines        mistake = "no-deadlines"         // calls of the store may take forever
	blindTrust         mistake = "blind-trust"          // a wrong clock is trusted
	checkThenAct       mistake = "check-then-act"       // a change is checked first, and stored later without a check
	noteThenAct        mistake = "note-then-act"        // a note is checked first, and stored later without a check
	noteAnyPost        mistake = "note-any-post"        // a note does not check which message the slot holds
	answerBeforeSync   mistake = "answer-before-sync"   // the store answers before the change is durable
	forgetDeliveries   mistake = "forget-deliveries"    // the store does not recognize repeated deliveries
	forgetRedraws      mistake = "forget-redraws"       // a message that was not shown is not drawn again
	putBack            mistake = "put-back"             // a redraw restores a message that a user deleted
	drawTogether       mistake = "draw-together"        // a process claims a slot even if another was faster
	forgetClaims       mistake = "forget-claims"        // a claim for a redraw is not stored
	lateAgain          mistake = "late-again"           // after a note nothing in the room is due in time
	loseEnded          mistake = "lose-ended"           // games that leave their rooms are lost
)

// Mistakes of adapters and of their surroundings.
const (
	oneForAll      mistake = "one-for-all"     // a platform that takes no messages delays all platforms
	claimNewest    mistake = "claim-newest"    // the bot is told that a message shows the newest version of the game
	repeatPosts    mistake = "repeat-posts"    // a message whose answer was lost is sent again
	unknownPuzzles mistake = "unknown-puzzles" // a daily puzzle that was sent before is not recognized
	untold         mistake = "untold"          // mentions of people are not remembered
)

// unheeded is not a mistake: Slack ignores client_msg_id, and the judge allows more.
const unheeded mistake = "unheeded"

// Mistakes with puzzles and with finished games.
const (
	lastAnswerWins mistake = "last-answer-wins" // an answer to a puzzle is stored even if another was faster
	freshDailies   mistake = "fresh-dailies"    // no process notices that a daily puzzle or a weekly summary may have been posted
	uncounted      mistake = "uncounted"        // games against the bot are not counted
	ratedTwice     mistake = "rated-twice"      // a rated game has two entries in the log
	endedTwice     mistake = "ended-twice"      // a rated game ends by time even if it was played on
)

// Mistakes with places that are reported as gone.
const (
	purgeAtOnce    mistake = "purge-at-once"   // a place reported as gone is deleted at once
	missLife       mistake = "miss-life"       // signs of life are ignored
	neverConfirm   mistake = "never-confirm"   // the bot never asks again about lost places
	purgeOnce      mistake = "purge-once"      // the rest of an unfinished purge is forgotten
	trustRemovals  mistake = "trust-removals"  // a removal is believed, whatever the state of the token
	revokedRemoves mistake = "revoked-removes" // the end of a token is taken for a removal
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

// withoutMistake returns a value that has the weather of the mistake, but not the mistake.
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
