package crash

import (
	"strings"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
)

// event is one thing that a player's program tells of itself, in the order in which it
// happens: what it is about to ask, what it was told, and so on. What is told is
// told after the fact, so that what is in the journal when the program dies has
// happened.
type event struct {
	Place game.Place
	Ask   *chat.Action `json:",omitempty"` // what is handed to the bot next
	Told  *answer      `json:",omitempty"` // what the bot said to that
	Found *state       `json:",omitempty"` // how the game stands, seen after a failure
	Noted *noted       `json:",omitempty"` // a message that the bot has noted
}

// noted is a message that shows a game.
type noted struct {
	Game    game.ID
	Slot    chat.Slot
	Post    uint32
	Version uint32
	Ref     chat.MessageRef
}

// kind sums up an answer.
type kind string

const (
	shown     kind = "shown"     // the game as it is now
	repeated  kind = "repeated"  // it was done before
	unchanged kind = "unchanged" // it failed, and nothing has changed
	unknown   kind = "unknown"   // it failed, and may have been done
	refused   kind = "refused"
)

// answer is the bot's word to a player.
type answer struct {
	Kind  kind
	State state
	Text  string // of a failure or a refusal
}

// state is how a game stands.
type state struct {
	Game    game.ID
	Version uint32
	Board   rules.Position
	Over    bool
}

func stateOf(g *game.Game) state {
	if g == nil {
		return state{}
	}
	return state{g.ID, g.Version, g.Position(), g.Phase == game.Over}
}

// understand reads the bot's answer.
func understand(r chat.Response) answer {
	if len(r.Effects) == 0 {
		return answer{Kind: repeated}
	}
	for _, e := range r.Effects {
		if e.Shows.Game == "" || e.Kind != chat.Post && e.Kind != chat.Edit {
			continue
		}
		s := state{Game: idOf(e.Shows.Game), Version: e.Shows.Version, Board: rules.Start()}
		if e.Message.Board != nil {
			s.Board, s.Over = e.Message.Board.View.Position, e.Message.Board.View.Ended
		}
		return answer{Kind: shown, State: s}
	}
	text := r.Effects[0].Message.Text.String()
	switch {
	case strings.Contains(text, "nothing changed"):
		return answer{Kind: unchanged, Text: text}
	case strings.Contains(text, "could not find out"):
		return answer{Kind: unknown, Text: text}
	default:
		return answer{Kind: refused, Text: text}
	}
}

// idOf is the game of a message, zero if it names none.
func idOf(id chat.GameID) game.ID {
	parsed, _ := game.ParseID(string(id))
	return parsed
}
