package chat

// Action is one thing that happened: somebody sent a command or pressed a
// control, or the clock or the engine has something to say. Exactly one of
// Verb, Words and Control is set.
type Action struct {
	User        UserID
	Moderator   bool // the platform lets User moderate the place
	Unmoderated bool // the platform does not tell who moderates the place
	Unthreaded  bool // no thread can be opened here for what User does
	Threadless  bool // nor for what anybody does: the place has none
	Place       Place
	Direct      bool // a private conversation of User with the bot alone
	Closed      bool // a conversation of User with one or a few others, which is no channel of the team
	Delivery    Delivery
	Locale      string // of User, BCP 47, empty if unknown
	Zone        string // of User, as in the IANA's database, empty if unknown
	Spoken      string // the locale that the place was given on its platform; empty if it was given none
	Origin      Origin

	Verb    string     // a command that arrived with typed arguments
	Args    []Argument // the arguments of Verb
	Focus   string     // for a completion: the argument being typed
	Words   []Word     // a command that arrived as text, without its slash name
	Control string     // the action text of the control pressed

	Message MessageRef // the message that held the control
}

// Origin says where an action comes from. Adapters give [OriginUser] or
// [OriginCompletion] to all that people type or press, so that nothing typed
// can pose as the engine or the clock.
type Origin uint8

// The origins of actions.
const (
	OriginUser       Origin = iota // typed or pressed by User
	OriginCompletion               // User is typing; answered with choices, changes nothing
	OriginEngine                   // the engine has found its move
	OriginClock                    // something is due
	OriginPlatform                 // the platform tells something, or asks; Verb says what
)

// The verbs of actions of [OriginPlatform]. Their Place has the platform and the
// team, and the channel if they are about that alone, but no thread; they have no
// user, and nobody is answered. They may come late, and more than once. Other verbs
// bring nothing about.
const (
	// VerbRemoved tells that a tenant has taken the bot out, a team or whatever the
	// platform calls it, or that a channel is not there. All that is kept of the
	// tenant's places, or of the channel and its threads, is deleted if that is told
	// again after some time, and no [VerbPresent] and nobody's action came from there
	// in between.
	VerbRemoved = "removed"

	// VerbPresent tells that the tenant has the bot, or that the channel is there.
	VerbPresent = "present"
)

// VerbHome is the verb of an action of [OriginPlatform] which tells that User is to be
// shown their games of a platform, for which some have a page of their own, or a message
// that they have asked for by a [Direct]. Its Place has the platform and the team alone.
// The answer is one whisper. It changes nothing.
const VerbHome = "home"

// Argument is one typed argument of a command.
type Argument struct {
	Name  string
	Value Word
}

// Word is a piece of what somebody typed: text, which may hold white space, or
// the mention of somebody.
type Word struct {
	Text string    // the text; for a mention, the name as the platform shows it, if known
	User UserID    // the person mentioned
	Kind Mentioned // who is mentioned, if anybody

	// Absent reports that the person mentioned cannot answer here: they are not a member,
	// or their account is closed.
	Absent bool
}

// Mentioned tells what a word mentions.
type Mentioned uint8

// What a word can mention.
const (
	MentionsNobody Mentioned = iota // the word is text
	MentionsPerson
	MentionsBot      // this bot
	MentionsOtherBot // another program
)
