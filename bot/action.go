package bot

import (
	"context"

	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/words"
)

func command(name string, help words.Message, run performer, parameters ...parse.Parameter) action {
	return action{Command: parse.Command{Name: name, Help: help, Parameters: parameters}, run: run}
}

func onPress(verb string, press performer) action {
	return command(verb, nil, nil).pressing(press)
}

// onDue returns a timed task: the runner presses its control when the task is due. Users cannot.
func onDue(verb string, press performer) action {
	return command(verb, nil, nil).pressedBy(press, chat.OriginClock)
}

// pressedBy returns the action with a control that users, the engine or the clock may press.
func (a action) pressedBy(press performer, by ...chat.Origin) action {
	a.press, a.by = press, by
	return a
}

// The following methods return the action with one property set.

func (a action) harmless() action { a.Harmless = true; return a }

func (a action) textOnly() action { a.TextOnly = true; return a }

func (a action) pressing(press performer) action { return a.pressedBy(press, chat.OriginUser) }

func (a action) beginning() action { a.begins = true; return a }

func (a action) withNewMessage() action { a.newMessage = true; return a }

func (a action) withStartWords() action { a.startWords = true; return a }

func (a action) redirecting() action { a.redirects = true; return a }

func (a action) saying(done words.Message) action { a.done = done; return a }

// action is one thing that the bot does: a command that users type, a control that they press, or a
// timed task. An action runs only once for each delivery.
type action struct {
	parse.Command      // how users type it; only a name if they cannot
	begins        bool // begins a game; if sent in a thread, the game begins in that thread

	run   performer // carries out the typed command; nil if users cannot type it
	press performer // carries out a press of the action's control; nil if the action has no control

	newMessage bool // a press is answered with a new message
	startWords bool // the control's argument holds the words of a start command
	redirects  bool // the move may be for a game in another thread of the same channel

	by   []chat.Origin // the origins that may press the control
	done words.Message // confirms the action to the user, where a public message shows its result

	// complete offers choices for the argument being typed; nil if it offers none.
	complete func(context.Context, *Bot, *request) []chat.Choice
}

type performer func(*Bot, context.Context, *request) (chat.Response, error)

func (a action) typed() bool { return a.run != nil }
