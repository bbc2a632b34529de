package chattest

import "othellobot/chat"

// The cast: whom a [Client] must be able to speak for or to mention.
const (
	Ana      = "ana"      // speaks and is mentioned
	Bo       = "bo"       // speaks and is mentioned
	Bot      = "bot"      // the bot itself, mentioned
	OtherBot = "chessbot" // another program, mentioned
)

// Client plays people on a platform. Where it acts, it returns once
// everything that this set off has happened: the answer is shown and the
// handler knows of it. Whatever goes wrong at the client's own end fails the
// test it was made for. Its methods are called by one goroutine at a time, but
// the poster by many.
type Client interface {
	// User gives the id by which the adapter knows one of the cast.
	User(name string) chat.UserID

	// Place is where everything happens. Ana and Bo both read it.
	Place() chat.Place

	// Limits returns the adapter's limits of messages.
	Limits() chat.Limits

	// Poster is the adapter's own.
	Poster() chat.Poster

	// Settle returns once everything that the poster has taken on has happened.
	Settle()

	// Command has somebody send a command with arguments in this order, either
	// as text or with types. A word that mentions somebody has their name in
	// the cast as its text; its user is for the client to fill in. Text has no
	// white space at its ends, and no "@".
	Command(user, verb string, args ...chat.Argument)

	// Press has somebody press a control on the newest message they can see
	// that has it.
	Press(user string, c Control)

	// Seen gives all messages that somebody can see in the place, oldest
	// first. An edited message is where it was, and a removed one is not there.
	Seen(user string) []Message
}

// Completer is a client of a platform that offers values while people type.
type Completer interface {
	// Complete has somebody type a command as far as these arguments, of which
	// focus is being typed, and gives what they are offered.
	Complete(user, verb, focus string, args ...chat.Argument) []chat.Choice
}

// Threader is a client of a platform where a thread can be opened for a game.
type Threader interface {
	// InThread gives all messages of a thread, oldest first, as Ana sees them.
	// It is empty where there is no such thread.
	InThread(place chat.Place) []Message
}

// Message is a message as one person sees it.
type Message struct {
	Text     string    // all of the text, without markup and escapes
	Controls []Control // from left to right and top to bottom
	Private  bool      // nobody else sees it
	Notified bool      // it notified this person by a mention
}

// Control is a button, or an option of a select.
type Control struct {
	Label  string
	Select string // the placeholder of the select; empty for a button
}
