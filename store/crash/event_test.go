package crash

import (
	"strings"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
)

// event is an entry in the journal of a playing program. The program writes a request before it makes the
// request, and everything else after it happened. So the journal of a killed program says nothing false.
type event struct {
	Place   game.Place
	Request *chat.Action `json:",omitempty"` // request about to be handed to the bot
	Answer  *answer      `json:",omitempty"` // the bot's answer to the request
	Found   *state       `json:",omitempty"` // state of the game, read after a failure
	Noted   *noted       `json:",omitempty"` // message that the bot has noted
}

type noted struct {
	Game    game.ID
	Slot    chat.Slot
	Post    uint32
	Version uint32
	Ref     chat.MessageRef
}

type kind string

const (
	shown     kind = "shown"     // the current game
	repeated  kind = "repeated"  // the request was done before
	unchanged kind = "unchanged" // the request failed, and nothing has changed
	unknown   kind = "unknown"   // the request failed, but may have been done
	refused   kind = "refused"
)

type answer struct {
	Kind  kind
	State state
	Text  string // of a failure or a refusal
}

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

func understand(r chat.Response) answer {
	if len(r.Effects) == 0 {
		return answer{Kind: repeated}
	}
	for _, e := range r.Effects {
		if e.Subject.Game == "" || e.Kind != chat.Post && e.Kind != chat.Edit {
			continue
		}
		s := state{Game: idOf(e.Subject.Game), Version: e.Subject.Version, Board: rules.Start()}
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

func idOf(id chat.GameID) game.ID {
	parsed, _ := game.ParseID(string(id))
	return parsed
}
