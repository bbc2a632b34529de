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

// match holds everything that the judge knows about a game.
type match struct {
	number     int
	began      time.Duration
	game       game.Game     // as it was stored last
	touched    time.Duration // when its turn, its challenge or its end truly began
	versions   []version     // each that is stored, the first one first
	unreadable bool
	putBack    time.Duration   // when that was; 0 for never
	pings      map[uint32]int  // notifications sent, by version
	turns      map[uint32]int  // and by turn
	moves      map[uint32]move // made in each turn, taken back since or not
	thinks     time.Duration   // since when the engine is to move; 0 if it is not
}

type move struct {
	square rules.Square
	by     game.Player
}

// version is how one version of a game came to be.
type version struct {
	record int // of the journal
	turn   uint32
	game   game.Game
}

// outcome says how a game ended, if it has.
func outcome(g *game.Game) string {
	if g.Phase != game.Over {
		return fmt.Sprintf(", %d moves", len(g.Moves))
	}
	return ", " + ending[g.Result.Reason]
}

// ending is how games end, by the reason.
var ending = []string{
	game.PlayedOut: "played out", game.Resigned: "resigned", game.Claimed: "claimed", game.TimedOut: "timed out", game.Stopped: "stopped",
	game.SetAside: "set aside", game.Expired: "expired", game.Declined: "declined", game.Withdrawn: "withdrawn", game.Lapsed: "lapsed",
}

var timing = game.Timing{IdleExpiry: 7 * 24 * time.Hour, Retention: 90 * 24 * time.Hour, Shared: true, Zones: time.LoadLocation}

// maxSkew is by how much a clock that is trusted may be wrong.
const maxSkew = clock.Tolerance

// forgotten reports whether the store may have forgotten the game.
func (m *match) forgotten(alone time.Duration) bool {
	switch {
	case m.game.Phase != game.Over:
		return false
	case m.game.Result.Reason > game.Declined: // once its messages show it
		return true
	case m.game.Result.Reason == game.Declined:
		return alone+maxSkew > game.DeclinePeace
	default:
		return alone+maxSkew > timing.Retention
	}
}

// changing are the verbs that are acknowledged only if something is stored.
var changing = []string{"move", "start", "accept", "accept rated", "decline", "join", "resign-yes", "stop", "stop-yes", "undo", "agree", "refuse", "engage", "rematch", "open", "play"}

// open reports whether a response leaves open whether something is stored.
func open(r chat.Response) bool {
	return r.Trouble == chat.Unsaved && strings.Contains(r.Effects[0].Message.Text.String(), "could not find out")
}

// replies are what somebody has answered to one puzzle, as the judge knows it.
type replies struct {
	number int
	wrong  rules.Bitboard
	solved bool
	first  int // record of the journal, in which the first one is
	last   int // and the last one
}

// puzzlerKey names a puzzler.
type puzzlerKey struct {
	player game.Player
	grade  uint8
}

// over reports whether no answer counts any more.
func (r replies) over() bool { return r.solved || r.wrong.Len() >= people.Tries }

// drawing says who drew a message again, and when.
type drawing struct {
	process int
	at      time.Duration
}

// drawnAlone is for how long nobody else draws a message again.
const drawnAlone = 5 * time.Second
