package bot

import (
	"cmp"

	"othellobot/chat"
)

// done is the line for the actor alone where what they asked for is answered by
// a message for everybody, and nil elsewhere.
func done(r request, response chat.Response) chat.Text {
	if !r.prompted() || len(response.Effects) == 0 || response.Effects[0].Kind != chat.Post {
		return nil
	}
	return chat.Text{{Text: doneWords(cmp.Or(r.verb, r.press.verb), response.Effects[0])}}
}

func doneWords(verb string, answer chat.Effect) string {
	switch {
	case answer.Slot == chat.SlotChallenge:
		return "The challenge is made."
	case answer.Slot == chat.SlotNone && (verb == "undo" || verb == "stop"):
		return "The other side is asked."
	}
	switch verb {
	case "move":
		return answer.Message.Board.View.Last.String() + " played."
	case "start", "thread", "accept", "rematch":
		return "The game has begun."
	case "load":
		return "The position is loaded."
	case "board":
		return "Here is the board."
	case "join":
		return "You have joined."
	case "decline":
		return "The challenge is off."
	case "settings":
		return "Settings changed."
	case "undo":
		return "The move is taken back."
	case "stop":
		return "The game is stopped."
	default:
		return "Done."
	}
}
