package chat

import "context"

// Handler is what adapters call. Its methods may be called concurrently.
type Handler interface {
	// Handle does what the action asks and says what is to be shown. The
	// response is always fit to be sent, also beside an error, which is for
	// the log alone. Nothing in the response claims what is not stored.
	Handle(ctx context.Context, a Action) (Response, error)

	// Sent reports the message that now shows a game in a slot. The response
	// corrects that message if it is behind the game, and is mostly empty.
	Sent(ctx context.Context, game GameID, slot Slot, version uint64, ref MessageRef) (Response, error)
}

// Poster is what adapters offer for messages that nobody's action asked for.
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
