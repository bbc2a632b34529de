package sim

import (
	"fmt"
	"strings"
	"time"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/internal/clock"
	"othellobot/people"
	"othellobot/rules"
)

type match struct {
	number      int
	began       time.Duration
	game        game.Game     // as last stored
	touched     time.Duration // true time when its turn or challenge began, or when it ended
	versions    []version     // all stored versions, in order
	unreadable  bool
	putBack     time.Duration   // last time that the game was put back; 0 if never
	pings       map[uint32]int  // notifications sent, by version
	turns       map[uint32]int  // notifications sent, by turn
	moves       map[uint32]move // move made in each turn, even if it was undone
	engineSince time.Duration   // start of the engine's turn; 0 if it is not the engine's turn
}

type move struct {
	square rules.Square
	by     game.Player
}

type version struct {
	record int // number of its record in the journal
	turn   uint32
	game   game.Game
}

func outcome(g *game.Game) string {
	if g.Phase != game.Over {
		return fmt.Sprintf(", %d moves", len(g.Moves))
	}
	return ", " + ending[g.Result.Reason]
}

var ending = []string{
	game.PlayedOut: "played out", game.Resigned: "resigned", game.Claimed: "claimed", game.TimedOut: "timed out", game.Stopped: "stopped",
	game.SetAside: "set aside", game.Expired: "expired", game.Declined: "declined", game.Withdrawn: "withdrawn", game.Lapsed: "lapsed",
}

var timing = game.Timing{IdleExpiry: 7 * 24 * time.Hour, Retention: 90 * 24 * time.Hour, MultiProcess: true, Zones: time.LoadLocation}

// maxSkew limits the error of a clock that is trusted.
const maxSkew = clock.Tolerance

func (m *match) forgotten(alone time.Duration) bool {
	switch {
	case m.game.Phase != game.Over:
		return false
	case m.game.Result.Reason > game.Declined: // once its messages show the end
		return true
	case m.game.Result.Reason == game.Declined:
		return alone+maxSkew > game.RechallengeDelay
	default:
		return alone+maxSkew > timing.Retention
	}
}

// changing lists the verbs that may be acknowledged only if something is stored.
var changing = []string{"move", "start", "accept", "accept rated", "decline", "join", "resign-yes", "stop", "stop-yes", "undo", "agree", "refuse", "engage", "rematch", "open", "play"}

// outcomeUnknown reports whether a response says that the bot does not know if the act is stored.
func outcomeUnknown(r chat.Response) bool {
	return r.Trouble == chat.Unsaved && strings.Contains(r.Effects[0].Message.Text.String(), "could not find out")
}

type replies struct {
	number int
	wrong  rules.Bitboard
	solved bool
	first  int // journal record of the first answer
	last   int // journal record of the last answer
}

type puzzlerKey struct {
	player game.Player
	grade  uint8
}

func (r replies) over() bool { return r.solved || r.wrong.Len() >= people.Tries }

type drawing struct {
	process int
	at      time.Duration
}

// drawnAlone is how long after a redraw no other process may redraw the message.
const drawnAlone = 5 * time.Second
