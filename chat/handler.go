package chat

import "context"

// Handler answers the actions that adapters decode. Its methods may be called concurrently.
type Handler interface {
	// Handle does what the action asks and says what is to be shown: a response
	// or an error, never both. A person is answered by a response, whatever
	// happens; an error is for the log. Nothing in the response claims what is not
	// stored.
	Handle(ctx context.Context, a Action) (Response, error)

	// Draw draws the slot of a Show from what is stored, and claims nothing: the first effect
	// posts or edits its message. Those after it take down what that replaces: they are
	// carried out once it is out, and not on the message that it was found to be. There are
	// none if nothing is to be shown now: somebody else is sending the message, or it is no
	// longer the slot's.
	Draw(ctx context.Context, show Effect) (Response, error)

	// Sent reports what came of an effect that shows a game in a slot. The response has
	// the message shown again if the game has gone on, or takes it down, and is mostly empty.
	// A report that fails may come again.
	Sent(ctx context.Context, shown Shown, o Outcome) (Response, error)
}

// Poster sends messages that no action asked for. Every adapter is one.
// It may be called concurrently.
type Poster interface {
	// Deliver takes the effects on, to be carried out in the place in their order;
	// there is no actor to whisper to. It never waits for the platform. What comes of
	// those that show a game in a slot is reported to [Handler.Sent]. What the poster
	// cannot take on, because too much waits already, it drops.
	Deliver(ctx context.Context, place Place, r Response)

	// Capacity is how many more responses it would take on now: 0 while the platform
	// does not work, and 1 when it is time to try whether it works again.
	Capacity() int
}

// Outcome tells what came of an effect.
type Outcome struct {
	Fate Fate
	Ref  MessageRef // names the message if it is out and can be named

	// Instead names the message that was to be edited and was gone, so that this one was
	// sent instead of it; empty if there was none.
	Instead MessageRef
}

// Fate is how far an effect has come.
type Fate uint8

// The fates of effects.
const (
	Out     Fate = iota // the message is out; without a Ref nobody can name it until a control on it is pressed
	Unsent              // surely nothing has arrived
	Unknown             // it may have arrived
	Dormant             // only a person's act in the place can help
	Gone                // somebody has taken the message away, and it was not put back
)

// Limits tells the bot what messages may hold on a platform. A count of 0
// means none.
type Limits struct {
	ButtonsPerRow int  // buttons side by side
	MoveButtons   int  // offer moves as buttons up to this many, else as a select
	Options       int  // options of a select; a message has at most one for moves
	Choices       int  // choices of a completion
	Pictures      bool // pictures can be shown
	Threads       bool // a thread can be opened for a game
	SharedThreads bool // a thread without a game of its own speaks of its channel's
	Forms         bool // forms can be shown to whoever sends a command or presses a control
	Letters       bool // boards are drawn with X for Black and O for White, whatever the theme
	Direct        bool // whoever acts can be written to in a conversation with the bot alone, if they let it
	MustAnswer    bool // every command needs a visible answer, if only to its actor

	Themes []string // names of the board themes that can be shown, the default first
}
