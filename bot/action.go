package bot

import (
	"context"

	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/words"
)

// action is one thing that the bot does, whether somebody types it, presses its
// control, or it falls due. It is done once for a delivery, whether it stores anything or
// not: what comes again does not reach it.
type action struct {
	parse.Command      // how it is typed; a name alone if it cannot be
	begins        bool // a game, so that in a thread it is about the thread

	run   performer // for what was typed; nil: it cannot be
	press performer // for its control, whose argument it finds in the request; nil: it has none

	apart  bool // its control is answered by a message of its own
	worded bool // the argument of its control holds the words of a start
	strays bool // its game may run in a thread of the channel where it was asked for

	by   origins       // who may press its control; people alone unless told
	done words.Message // the line for whoever asked where a message for everybody answers

	// What completes the argument being typed; nil: nothing does.
	complete func(context.Context, *Bot, *request) []chat.Choice
}

// performer does what a request asks for.
type performer func(*Bot, context.Context, *request) (chat.Response, error)

// origins is a set of origins. The engine and the clock speak through controls
// too, but nobody else may use theirs.
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

// typed reports whether people can type the action.
func (a action) typed() bool { return a.run != nil }

// typedOnes are the commands among actions.
func typedOnes(actions []action) []parse.Command {
	var list []parse.Command
	for _, a := range actions {
		if a.typed() {
			list = append(list, a.Command)
		}
	}
	return list
}
