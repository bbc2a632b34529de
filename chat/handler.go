package chat

import "context"

// Handler answers the actions that adapters decode. Its methods must be safe for concurrent use.
type Handler interface {
	// Handle carries out the action. It returns a response or an error for the log, never both. For a
	// user's action it returns a response, which never shows a change that was not stored.
	Handle(ctx context.Context, a Action) (Response, error)

	// Draw draws the slot of a Refresh from the stored state. The first effect posts or edits the
	// slot's message. Further effects collapse or remove messages that it replaces; the adapter skips
	// those for the message that it has just sent. The response is empty if another process is
	// sending the message, or if the message has left its slot.
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

	// Capacity returns the number of effects that Deliver would accept now. It is 0 while the
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
	Removed                  // not sent again, because a user removed the message
)

// Limits describes the messages of a platform. A count of 0 means that the feature is missing.
type Limits struct {
	ButtonsPerRow int  // buttons side by side
	MoveButtons   int  // the most moves offered as buttons; more moves become a select
	Options       int  // options of a select; a message has at most one select for moves
	Choices       int  // choices of a completion
	Pictures      bool // the platform shows pictures
	Files         bool // the bot can send a [File]
	Threads       bool // the bot can open a thread for a game
	SharedThreads bool // commands in a thread without a game concern the thread's channel
	Forms         bool // the platform shows forms to a user who sends a command or presses a control
	Letters       bool // boards show X for Black and O for White, in every theme
	Direct        bool // the bot can send a user direct messages, if the user allows it
	MustAnswer    bool // every command needs a visible answer, at least to its actor

	// InviteURL returns the address of the page where users can add the bot elsewhere, or "" if only its
	// operators can. It is nil on platforms without such a page.
	InviteURL func() string

	Themes []string // names of the supported board themes, the default first
}

// Action is a command or a press of a user, or an event of another [Origin]. At most one of Verb,
// Tokens and Control is set.
type Action struct {
	User             UserID
	Moderator        bool // the platform lets User moderate the place
	Unmoderated      bool // the platform does not report who moderates the place
	CannotOpenThread bool // User cannot open a thread in the place
	NoThreads        bool // the place has no threads for any user
	Place            Place
	Direct           bool // a private conversation between User and the bot
	OnPage           bool // User acts on a page that shows a game of the place; the page shows whispers, and the place everything else
	Group            bool // a conversation of a few users, which is not a channel of the team
	Delivery         Delivery
	Locale           string // User's locale, a BCP 47 tag; empty if unknown
	Zone             string // User's time zone, a name in the IANA database; empty if unknown
	PlaceLocale      string // the locale of the place on its platform; empty if unset
	Origin           Origin

	Verb    string     // a command that arrived with separate arguments, or the name of an event
	Args    []Argument // the arguments of Verb
	Focus   string     // for a completion: the argument being typed
	Tokens  []Token    // a command that arrived as text, without its slash name
	Control string     // the action text of the pressed control

	Message MessageRef // the message that held the control
}

// Origin is the source of an action. An adapter must use [OriginUser] or [OriginCompletion] for all
// input of users, so that no user can pose as the engine or the clock.
type Origin uint8

const (
	OriginUser       Origin = iota // typed or pressed by User
	OriginCompletion               // User is typing and wants choices; nothing changes
	OriginEngine                   // the engine has found its move
	OriginClock                    // a task is due
	OriginPlatform                 // the platform reports or requests something, named by Verb
)

// Verbs of actions of [OriginPlatform]. Except for VerbPage, the Place of the action has no thread, and
// it has a channel only if the action concerns that channel alone. Such actions may come late or more than once.
const (
	// VerbRemoved reports that a tenant has removed the bot, or that a channel no longer exists. A
	// second report after some time deletes all data of the tenant or channel, unless an action
	// came from there in between. There is no answer.
	VerbRemoved = "removed"

	// VerbPresent reports that the tenant has the bot, or that the channel exists. There is no answer.
	VerbPresent = "present"

	// VerbHome requests User's games on the platform, for a page of the platform or for a message
	// that a [Direct] effect has sent. The answer is one whisper.
	VerbHome = "home"

	// VerbPage requests a game of the place for a page. Args name the game and, unless the newest
	// position is requested, the number of moves before the position. If User is set, the page is theirs,
	// and has controls when they may act. A link in Args must be that of User's seat; after the end, it shows what
	// everybody sees. The answer is one whisper with a [Line]. Its Subject has the game's version. The answer is
	// empty if there is no such game or link.
	VerbPage = "page"
)

// Arguments of [VerbPage].
const (
	PageGame = "game"
	PagePly  = "ply"
	PageLink = "link"
)

type Argument struct {
	Name  string
	Value Token
}

// Token is a mention, or a piece of typed text, which may hold white space.
type Token struct {
	Text   string    // the text; for a mention, the name as the platform shows it, if known
	User   UserID    // the mentioned person
	Kind   Mentioned // the kind of the mention; zero for text
	Absent bool      // the mentioned person is not a member of the place, or has closed their account
}

// Mentioned is the kind of a mention.
type Mentioned uint8

const (
	MentionsNobody Mentioned = iota // the token is text
	MentionsPerson
	MentionsBot      // this bot
	MentionsOtherBot // another program
)
