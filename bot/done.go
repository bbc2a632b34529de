package bot

import "othellobot/chat"

// begun is the line for the actor where a game begins.
const begun = "The game has begun."

// done is the line for the actor alone where what they asked for is answered by
// a message for everybody, and nil elsewhere: what the response says itself, else
// what is declared.
func (b *Bot) done(r request, response chat.Response) chat.Text {
	switch {
	case !r.prompted() || len(response.Effects) == 0 || response.Effects[0].Kind != chat.Post:
		return nil
	case response.Done != nil:
		return response.Done
	case r.pressed():
		return chat.Say(b.presses[r.press.verb].done)
	default:
		return chat.Say(r.verb.done)
	}
}
