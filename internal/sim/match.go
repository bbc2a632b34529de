package sim

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/internal/clock"
	"othellobot/people"
	"othellobot/puzzle"
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

func outcomeText(g *game.Game) string {
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

// storingVerbs lists the verbs that may be acknowledged only if something is stored.
var storingVerbs = []string{"move", "start", "accept", "accept rated", "decline", "join", "resign-yes", "stop", "stop-yes", "undo", "agree", "refuse", "engage", "rematch", "open", "play"}

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

type message struct {
	ref      chat.MessageRef
	only     chat.UserID // the only user who sees it; zero if everybody does
	controls []string
	shows    chat.Subject
	posts    []uint32 // every Post number that it was sent or edited with
	gone     bool
	deleted  bool // by a user, so that it is gone

	// Only for messages that an adapter has sent:
	text     func() string
	turn     uint32 // turn of the game, read from the controls
	edits    int
	loading  bool     // it shows that the bot is thinking
	notified []string // ids of the people it notified
	sent     time.Time
}

// living reports whether the message is a board that people can play on.
func (m *message) living() bool {
	return !m.gone && m.shows.Slot == chat.SlotBoard && len(m.controls) > 0
}

func (m *message) sentAs(shown chat.Subject) bool {
	return m.shows.Game == shown.Game && m.shows.Slot == shown.Slot && slices.Contains(m.posts, shown.Post)
}

// read finds out what an adapter's message shows: from its controls or, for a weekly summary, from its text. It drops
// controls of lessons and other controls that belong to no game.
func (m *message) read() {
	if m.gone {
		m.controls = nil
	}
	m.controls = slices.DeleteFunc(m.controls, func(control string) bool {
		verb := verbOf(control)
		return strings.Count(control, ":") < 3 || verb == "learn" // lessons belong to no game
	})
	if len(m.controls) == 0 && !m.gone && m.only == (chat.UserID{}) && strings.Contains(m.text(), weekBegins) {
		m.shows.Slot, m.shows.Post = chat.SlotWeek, uint32(game.DayOf(m.sent.UTC()))
	}
	for _, control := range m.controls {
		m.readDaily(control)
		parts := strings.Split(control, ":")
		if parts[1] == "0" {
			continue
		}
		m.turn, m.shows.Game = turnOf(control), chat.GameID(strings.ToLower(parts[1]))
		if verb := verbOf(control); (verb == "move" || verb == "join") && m.only == (chat.UserID{}) {
			m.shows.Slot = chat.SlotBoard
		}
	}
}

// weekBegins is a text in each weekly summary.
const weekBegins = "The week here:"

func turnOf(control string) uint32 {
	turn, _ := strconv.ParseUint(strings.Split(control, ":")[2], 10, 32)
	return uint32(turn)
}

// verbOf returns the verb of a control. A vote counts as a move, and accepting a rated game has a verb of its own.
func verbOf(control string) string {
	switch parts := strings.Split(control, ":"); {
	case parts[3] == "vote":
		return "move"
	case strings.HasSuffix(control, ":accept:rated"):
		return "accept rated"
	default:
		return parts[3]
	}
}

func text(words string) chat.Token { return chat.Token{Text: words} }

func (m *message) readDaily(control string) {
	id, deed, ok := puzzleOf(control)
	if ok && deed == "" && m.only == (chat.UserID{}) && !strings.HasPrefix(control, "o1:0:") {
		m.shows.Slot, m.shows.Post = chat.SlotPuzzle, uint32(id.Number)
	}
}

// puzzleOf returns the puzzle of a control and what the control does: a square, "share", "again", or "" to open it.
func puzzleOf(control string) (id puzzle.ID, deed string, ok bool) {
	if strings.Count(control, ":") < 4 || verbOf(control) != "puzzle" {
		return id, "", false
	}
	name, deed, _ := strings.Cut(strings.SplitN(control, ":", 5)[4], ":")
	deed, _, _ = strings.Cut(deed, ":") // the board on which it is shown does not matter
	id, ok = puzzle.ParseID(name)
	return id, deed, ok
}
