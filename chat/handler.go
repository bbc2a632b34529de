package chat

import "context"

// Handler answers the actions that adapters decode. Its methods may be called concurrently.
type Handler interface {
	// Handle does what the action asks and says what is to be shown: a response
	// or an error, never both. A person is answered by a response, whatever
	// happens; an error is for the log. Nothing in the response claims what is not
	// stored.
	Handle(ctx context.Context, a Action) (Response, error)

	// Sent reports the message that now shows a game in a slot. The response
	// corrects that message if the game has gone on, and is mostly empty.
	Sent(ctx context.Context, shown Shown, ref MessageRef) (Response, error)
}

// Poster sends messages that no action asked for. Every adapter is one.
// It may be called concurrently.
type Poster interface {
	// Deliver carries out the effects in the place; there is no actor to
	// whisper to. It returns the first error, having tried every effect.
	Deliver(ctx context.Context, place Place, r Response) error
}

// Limits tells the bot what messages may hold on a platform. A count of 0
// means none.
type Limits struct {
	ButtonsPerRow int  // buttons side by side
	MoveButtons   int  // offer moves as buttons up to this many, else as a select
	Options       int  // options of a select; a message has at most one for moves
	Choices       int  // choices of a completion
	Threads       bool // a thread can be opened for a game
	SharedThreads bool // a thread without a game of its own speaks of its channel's
	MustAnswer    bool // every command needs a visible answer, if only to its actor

	Themes []string // names of the board themes that can be shown, the default first
}
