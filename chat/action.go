package chat

// Action is one event: a user sent a command or pressed a control, or the clock, the engine or the
// platform has something to report. Exactly one of Verb, Words and Control is set.
type Action struct {
	User        UserID
	Moderator   bool // the platform lets User moderate the place
	Unmoderated bool // the platform does not report who moderates the place
	Unthreaded  bool // User cannot open a thread in the place
	Threadless  bool // the place has no threads for any user
	Place       Place
	Direct      bool // a private conversation between User and the bot
	Closed      bool // a conversation of User with a few others, which is not a channel of the team
	Delivery    Delivery
	Locale      string // of User, a BCP 47 tag; empty if unknown
	Zone        string // of User, a name in the IANA time zone database; empty if unknown
	Spoken      string // the locale set for the place on its platform; empty if unset
	Origin      Origin

	Verb    string     // a command that arrived with typed arguments
	Args    []Argument // the arguments of Verb
	Focus   string     // for a completion: the argument being typed
	Words   []Word     // a command that arrived as text, without its slash name
	Control string     // the action text of the pressed control

	Message MessageRef // the message that held the control
}

// Origin is the source of an action. Adapters use only [OriginUser] or [OriginCompletion] for user
// input, so that no user can pose as the engine or the clock.
type Origin uint8

// Origins of actions.
const (
	OriginUser       Origin = iota // typed or pressed by User
	OriginCompletion               // User is typing; the answer holds choices, and nothing changes
	OriginEngine                   // the engine has found its move
	OriginClock                    // a task is due
	OriginPlatform                 // the platform reports or requests something, named by Verb
)

// Verbs of actions of [OriginPlatform]. Their Place has the platform and the team, and the channel
// if they concern only that channel, but no thread. They have no user, and no user sees an answer.
// They may come late or more than once. Other verbs have no effect.
const (
	// VerbRemoved reports that a tenant (a team or the platform's equivalent) has removed the bot,
	// or that a channel no longer exists. If a second report follows after some time, all data of
	// the tenant or channel are deleted, threads included. An action from there or a [VerbPresent]
	// in between prevents that.
	VerbRemoved = "removed"

	// VerbPresent reports that the tenant has the bot, or that the channel exists.
	VerbPresent = "present"
)

// VerbHome is the verb of an action of [OriginPlatform] that asks for User's games on a platform.
// They appear on a page that some platforms have, or in a message that User requested with a
// [Direct]. Its Place has only the platform and the team. The answer is one whisper. The action
// changes nothing.
const VerbHome = "home"

// Argument is one typed argument of a command.
type Argument struct {
	Name  string
	Value Word
}

// Word is a piece of typed text, which may hold white space, or a mention.
type Word struct {
	Text string    // the text; for a mention, the name as the platform shows it, if known
	User UserID    // the mentioned person
	Kind Mentioned // the kind of the mention, if it is one

	// Absent reports that the mentioned person cannot answer here: they are not a member, or their
	// account is closed.
	Absent bool
}

// Mentioned is the kind of a mention.
type Mentioned uint8

// Kinds of mentions.
const (
	MentionsNobody Mentioned = iota // the word is text
	MentionsPerson
	MentionsBot      // this bot
	MentionsOtherBot // another program
)
