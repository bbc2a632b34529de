package chat

import "othellobot/render"

// Response answers an action: with effects, to be carried out in
// order, or the choices that a completion asked for. The zero value asks for a
// bare acknowledgement.
type Response struct {
	Effects []Effect
	Choices []Choice

	// Place is where the effects belong, if that is not the action's place: a
	// thread without a game of its own speaks of its channel's.
	Place Place

	// Trouble says that somebody asked for something that could not be done, for
	// no fault of theirs, and is told so by the effects.
	Trouble Trouble

	// EngineNext says that the engine moves next in the game that the first effect
	// shows, and within milliseconds, so that a newer version of the same slot follows.
	// An adapter may wait a little for it, and show the newer one at once.
	EngineNext bool

	// Repeated says that the delivery came before, and that what it asked for was answered
	// then, or is being answered. There are no effects, and an adapter says nothing unless
	// its platform waits for something in answer to this very delivery.
	Repeated bool

	// Players are those whose games the action has changed. An adapter that shows them
	// their games does so anew.
	Players []UserID

	// Done is one line for the actor alone, where the platform had to
	// acknowledge before the answer was ready and shows the answer elsewhere:
	// "d3 played." It is there if the first effect is a Post that somebody asked
	// for, and only then.
	Done Text
}

// Trouble is why something could not be done. Its cause is in the bot's log.
type Trouble uint8

// The kinds of trouble.
const (
	NoTrouble Trouble = iota
	Unsaved           // it could not be stored
	Failed            // anything else
)

// Kind says what an effect does.
type Kind uint8

// The kinds of effect.
const (
	Whisper    Kind = iota // show Message to the actor alone
	Post                   // show Message to everybody in the place
	Edit                   // replace the message Ref, or the one acted on if Ref is empty
	Collapse               // replace the message Ref by one line without controls
	Remove                 // take the message Ref away
	Ping                   // like Post, small, and meant to notify
	OpenThread             // open a thread named by Message's text and hand the action in again there
	Direct                 // show Message to the actor in their conversation with the bot alone, where it stays and is kept up to date by [VerbHome] for a while, and tell them so; acted on there, replace it; it comes alone
	Ask                    // show the actor Form, or, where that cannot be, Message as a Whisper; it comes alone
	Probe                  // find out whether the place is there, or whether its tenant has the bot if it has no channel, and tell it by [VerbRemoved] or [VerbPresent]; what is not certain is not told
	Show                   // draw the slot that Shows names as it stands when its turn comes, by [Handler.Draw]
)

// Effect is one addressed consequence of an action. The effects that answer
// the actor come first; a Collapse, Remove or Ping runs after the answer, and
// its failure never fails it.
type Effect struct {
	Kind    Kind
	Message Message
	Ref     MessageRef

	Form *Form // of an Ask

	// Shows says what a Post, Edit or Ping shows. If it has a slot, the adapter
	// reports what came of the message with [Handler.Sent].
	Shows Shown

	// Reserved says of a Show that the change from which it comes has reserved the message,
	// or that its sender alone has taken the message to draw it again. Only then may the
	// message be posted.
	Reserved bool

	// Redraw says that nobody has just acted, and that the message should have been
	// out before: nothing is put back that somebody deleted, nothing is brought back
	// from an archive, and a Post that turns out to be there already is found again
	// instead of sent twice. That message is not among Others.
	Redraw bool
	Others []MessageRef // the messages of the game's other slots, and those that they replaced
}

// Form asks its reader for one argument of a command. Whoever sends it has sent the
// command, with nothing else.
type Form struct {
	Verb, Argument string
	Title          string // at most 24 characters, as Submit
	Label          string // what to write, at most 45 characters
	Submit         string
	Long           bool // several lines may be written
}

// Shown says what a message shows. Adapters only hand it back, and never let an
// older version of a message replace a newer one.
type Shown struct {
	Place   Place
	Game    GameID
	Slot    Slot
	Post    uint32 // numbers the message among those that its slot has had
	Version uint32 // of the game
}

// Message holds the parts of one message, from top to bottom. Where it is too long
// for the platform, the adapter takes the next of the footers as long as there
// is one, then leaves out the aside, then the footer too, and the text never.
type Message struct {
	Text Text

	// Spoken says in whole sentences what Text, Aside, the board's last move and the
	// controls show together, for those who hear the message or see a notification
	// only. It mentions nobody, and is nil where Text says everything.
	Spoken Text

	Aside    Text     // a line below Text that is left out where it does not fit
	Board    *Board   // nil for none
	Picture  *Picture // stands in the place of the board where pictures can be shown; nil for none
	Footers  []Text   // small print below the board, the fullest form first; the adapter shows the first that fits beside the rest
	Controls []Row
}

// Board is a position to be drawn in the way that suits the surface.
type Board struct {
	View  render.View
	Theme render.Theme
}

// Row is a line of controls: buttons, or one select.
type Row struct {
	Buttons []Button
	Select  *Select
}

// Button is a control with a label.
type Button struct {
	Label  string
	Action string // opaque, at most 100 bytes: comes back as Action.Control
	Style  Style
}

// Style is the weight of a button.
type Style uint8

// The styles of buttons.
const (
	StylePlain Style = iota
	StylePrimary
	StyleDanger
)

// Select is a list to pick one option from.
type Select struct {
	Placeholder string
	Options     []Option
}

// Option is one line of a select.
type Option struct {
	Label  string
	Detail string // more about it, shown where there is room
	Action string // as of a button
}

// Choice is one completion of an argument.
type Choice struct {
	Label string
	Value string
}
