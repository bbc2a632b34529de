package chat

// Action is a command or a press of a user, or an event of another [Origin]. Exactly one of Verb,
// Tokens and Control is set.
type Action struct {
	User             UserID
	Moderator        bool // the platform lets User moderate the place
	Unmoderated      bool // the platform does not report who moderates the place
	CannotOpenThread bool // User cannot open a thread in the place
	NoThreads        bool // the place has no threads for any user
	Place            Place
	Direct           bool // a private conversation between User and the bot
	Group            bool // a conversation of a few users, which is not a channel of the team
	Delivery         Delivery
	Locale           string // of User, a BCP 47 tag; empty if unknown
	Zone             string // of User, a name in the IANA time zone database; empty if unknown
	PlaceLocale      string // the locale of the place on its platform; empty if unset
	Origin           Origin

	Verb    string     // a command that arrived with typed arguments
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

// Verbs of actions of [OriginPlatform]. The Place of the action has no thread. It has a channel only
// if the action concerns that channel alone. Such actions may come late or more than once.
const (
	// VerbRemoved reports that a tenant has removed the bot, or that a channel no longer exists. A
	// second report after some time deletes all data of the tenant or channel, unless an action
	// came from there in between. There is no answer.
	VerbRemoved = "removed"

	// VerbPresent reports that the tenant has the bot, or that the channel exists. There is no
	// answer.
	VerbPresent = "present"

	// VerbHome requests User's games on the platform, for a page of the platform or for a message
	// that a [Direct] effect has sent. The answer is one whisper.
	VerbHome = "home"
)

type Argument struct {
	Name  string
	Value Token
}

// Token is a piece of typed text, which may hold white space, or a mention.
type Token struct {
	Text   string    // the text; for a mention, the name as the platform shows it, if known
	User   UserID    // the mentioned person
	Kind   Mentioned // the kind of the mention, if it is one
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
