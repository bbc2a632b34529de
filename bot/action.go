package bot

import (
	"context"

	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/words"
)

// action is one thing that the bot does: a command that users type, a control that they press, or a
// task that falls due. It runs once for each delivery; a repeated delivery does not reach it.
type action struct {
	parse.Command      // how it is typed; only a name if it cannot be typed
	begins        bool // it begins a game: in a thread, that game belongs to the thread

	run   performer // carries out the typed command; nil if it cannot be typed
	press performer // carries out its control, whose argument it reads from the request; nil if it has no control

	newMessage bool // its control is answered with a new message
	startWords bool // the argument of its control holds the words of a start command
	redirects  bool // the game it starts may run in a thread of the channel where it was requested

	by   origins       // may press its control; only users if unset
	done words.Message // confirms the action to the user, where a public message shows its result

	// complete offers choices for the argument being typed; nil if it offers none.
	complete func(context.Context, *Bot, *request) []chat.Choice
}

// performer carries out a request.
type performer func(*Bot, context.Context, *request) (chat.Response, error)

// origins is a set of origins. The engine and the clock also act through controls, which users must
// not press.
type origins uint8

func originsOf(list ...chat.Origin) origins {
	var set origins
	for _, o := range list {
		set |= 1 << o
	}
	return set
}

func (o origins) has(origin chat.Origin) bool {
	if o == 0 {
		return origin == chat.OriginUser
	}
	return o&(1<<origin) != 0
}

var byClock = originsOf(chat.OriginClock)

// typed reports whether users can type the action.
func (a action) typed() bool { return a.run != nil }

// typedOnes returns the commands among actions.
func typedOnes(actions []action) []parse.Command {
	var list []parse.Command
	for _, a := range actions {
		if a.typed() {
			list = append(list, a.Command)
		}
	}
	return list
}
