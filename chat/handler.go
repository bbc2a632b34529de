package chat

import "context"

// Handler answers the actions that adapters decode. Its methods must be safe for concurrent use.
type Handler interface {
	// Handle carries out the action. It returns a response or an error for the log, never both. A
	// user always gets a response, which never shows a change that was not stored.
	Handle(ctx context.Context, a Action) (Response, error)

	// Draw draws the slot of a Refresh from the stored state. The first effect posts or edits the
	// slot's message. Further effects remove messages that it replaces, but never the message that
	// the adapter edited or found again. The response is empty if another process is sending the
	// message, or if the message has left its slot.
	Draw(ctx context.Context, refresh Effect) (Response, error)

	// Sent reports the outcome of an effect that shows a game in a slot. If the game has gone on,
	// the response redraws or removes the message. A report that fails may be repeated.
	Sent(ctx context.Context, subject Subject, o Outcome) (Response, error)
}

// Poster sends messages that no action requested. Every adapter is a Poster. Its methods must be
// safe for concurrent use.
type Poster interface {
	// Deliver queues effects for the place, in their order, and drops them if too many are waiting.
	// It never waits for the platform. A Whisper reaches no user, because there is no actor. The
	// adapter reports effects that show a game in a slot to [Handler.Sent].
	Deliver(ctx context.Context, place Place, r Response)

	// Capacity returns the number of responses that Deliver would accept now. It is 0 while the
	// platform is down, and 1 when the adapter wants to try the platform again.
	Capacity() int
}

// Outcome is the result of an effect.
type Outcome struct {
	Fate Fate
	Ref  MessageRef // the sent message, if it has a reference

	// Replaced is the message that should have been edited but was gone. Ref then replaces it.
	Replaced MessageRef
}

// Fate is the outcome of sending an effect.
type Fate uint8

const (
	Delivered    Fate = iota // sent; without a Ref it cannot be edited until a user presses a control on it
	NotDelivered             // certainly not delivered
	Unknown                  // possibly delivered
	Dormant                  // not delivered, and a retry can succeed only after a user's action in the place
	Removed                  // not sent again after a user removed the message
)

// Limits describes the messages of a platform. A count of 0 means that the feature is missing.
type Limits struct {
	ButtonsPerRow int  // buttons side by side
	MoveButtons   int  // the most moves offered as buttons; more moves become a select
	Options       int  // options of a select; a message has at most one select for moves
	Choices       int  // choices of a completion
	Pictures      bool // the platform shows pictures
	Threads       bool // the bot can open a thread for a game
	SharedThreads bool // commands in a thread without a game concern its channel
	Forms         bool // the platform shows forms to a user who sends a command or presses a control
	Letters       bool // boards show X for Black and O for White, in every theme
	Direct        bool // the bot can send a user direct messages, if the user allows it
	MustAnswer    bool // every command needs a visible answer, at least to its actor

	Themes []string // names of the supported board themes, the default first
}
