package chat

import "context"

// Handler answers the actions that adapters decode. Its methods must be safe for concurrent use.
type Handler interface {
	// Handle carries out the action. It returns either a response or an error, never both. A user
	// always gets a response; an error is for the log. The response never shows a change that was
	// not stored.
	Handle(ctx context.Context, a Action) (Response, error)

	// Draw draws the slot of a Show from the stored state, and claims no slot. The first effect
	// posts or edits the slot's message. Further effects remove the message that it replaces. They
	// run after the first, and never on the message that it found or edited.
	//
	// The response is empty if there is nothing to show now: another sender is sending the message,
	// or the message has left its slot.
	Draw(ctx context.Context, show Effect) (Response, error)

	// Sent reports the outcome of an effect that shows a game in a slot. The response redraws the
	// message if the game has gone on, or removes it; mostly it is empty. A report that fails may
	// be repeated.
	Sent(ctx context.Context, shown Shown, o Outcome) (Response, error)
}

// Poster sends messages that no action requested. Every adapter is a Poster. It must be safe for
// concurrent use.
type Poster interface {
	// Deliver accepts effects to carry out in the place, in their order. A Whisper reaches no user,
	// because there is no actor. Deliver never waits for the platform. It reports effects that show
	// a game in a slot to [Handler.Sent]. It drops effects if too many are waiting.
	Deliver(ctx context.Context, place Place, r Response)

	// Capacity returns how many more responses the poster would accept now. It returns 0 while the
	// platform is down, and 1 when it is time to try again.
	Capacity() int
}

// Outcome is the result of an effect.
type Outcome struct {
	Fate Fate
	Ref  MessageRef // reference of the message, if it was sent and has one

	// Instead is the message that the effect was meant to edit, if that was gone and a new one was
	// sent. It is empty otherwise.
	Instead MessageRef
}

// Fate is the stage that an effect has reached.
type Fate uint8

// Fates of effects.
const (
	Out     Fate = iota // the message was sent; without a Ref it cannot be edited until a user presses a control on it
	Unsent              // certainly not delivered
	Unknown             // possibly delivered
	Dormant             // only a user's action in the place can help
	Gone                // a user has removed the message, and it was not sent again
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
