package sim

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/puzzle"
)

// message is one in a channel, as it stands.
type message struct {
	ref      chat.MessageRef
	only     chat.UserID // who sees it, if not everybody
	controls []string
	shows    chat.Shown
	posts    []uint32 // of its slot, that it was to be
	gone     bool
	deleted  bool // by a person, so that it is gone

	// Of a message that an adapter has sent:
	text     func() string
	turn     uint32 // of the game, by its controls
	edits    int
	loading  bool     // it says that the bot is thinking
	notified []string // the ids of those who were
	sent     time.Time
}

// living reports whether it is a board that people can play on.
func (m *message) living() bool {
	return !m.gone && m.shows.Slot == chat.SlotBoard && len(m.controls) > 0
}

// sentAs reports whether it was sent as the same message of the same slot.
func (m *message) sentAs(shown chat.Shown) bool {
	return m.shows.Game == shown.Game && m.shows.Slot == shown.Slot && slices.Contains(m.posts, shown.Post)
}

// read finds out from its controls what a message of an adapter's shows.
func (m *message) read() {
	if m.gone {
		m.controls = nil
	}
	m.controls = slices.DeleteFunc(m.controls, func(control string) bool {
		verb := verbOf(control)
		return strings.Count(control, ":") < 3 || verb == "learn" // lessons are of no game
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

// weekBegins is in each post about a week.
const weekBegins = "The week here:"

// turnOf is the turn that a control was drawn for.
func turnOf(control string) uint32 {
	turn, _ := strconv.ParseUint(strings.Split(control, ":")[2], 10, 32)
	return uint32(turn)
}

// verbOf returns the verb of a control. A vote is a move, and accepting a rated game its own verb.
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

func text(words string) chat.Word { return chat.Word{Text: words} }

// readDaily finds out from a control of a message whether it has a puzzle of the day.
func (m *message) readDaily(control string) {
	id, deed, ok := puzzleOf(control)
	if ok && deed == "" && m.only == (chat.UserID{}) && !strings.HasPrefix(control, "o1:0:") {
		m.shows.Slot, m.shows.Post = chat.SlotPuzzle, uint32(id.Number)
	}
}

// puzzleOf returns the puzzle of a control, and what it does: a square, "share", "again" or empty to open.
func puzzleOf(control string) (id puzzle.ID, deed string, ok bool) {
	if strings.Count(control, ":") < 4 || verbOf(control) != "puzzle" {
		return id, "", false
	}
	name, deed, _ := strings.Cut(strings.SplitN(control, ":", 5)[4], ":")
	deed, _, _ = strings.Cut(deed, ":") // on which board it is shown is all the same
	id, ok = puzzle.ParseID(name)
	return id, deed, ok
}
