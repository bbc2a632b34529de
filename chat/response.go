package chat

import "othellobot/render"

// Response holds the effects of an action in order, or a completion's choices. The zero Response only acknowledges.
type Response struct {
	Effects []Effect
	Choices []Choice
	Place   Place    // the place of the effects, if it differs from the action's
	Trouble Trouble  // why the bot failed, if it did; the effects inform the user
	Players []UserID // the users whose games the action changed, for lists of their games

	// EngineNext reports that the engine is about to move in the game of the first effect. An adapter
	// may wait briefly and show only the version after that move.
	EngineNext bool

	// Repeated reports a delivery that was handled before. Only some platforms require an answer to it.
	Repeated bool

	// Confirmation is a line such as "d3 played.", for an adapter that answers the actor apart from
	// the first effect. It is set only if a user acted and the first effect is a Post.
	Confirmation Text
}

// Trouble is the kind of a failure. The bot logs its cause.
type Trouble uint8

const (
	NoTrouble Trouble = iota
	Unsaved           // the change could not be stored
	Failed            // any other failure
)

// Kind is the kind of an effect.
type Kind uint8

const (
	Whisper    Kind = iota // show Message to the actor in private
	Post                   // show Message to all users of the place
	Edit                   // replace the message Ref, or the pressed message if Ref is empty
	Collapse               // replace the message Ref with one line without controls
	Remove                 // delete the message Ref
	Ping                   // post a small Message that notifies its mentioned users
	OpenThread             // open a thread titled with Message's text, and handle the action again from there
	Direct                 // send Message to the actor as a direct message, say so, and update it for a while by [VerbHome]; must be the only effect
	OpenForm               // show Form to the actor, or whisper Message if forms are not possible; must be the only effect
	Probe                  // check whether the channel exists or, without a channel, whether the tenant has the bot; report a certain result as [VerbRemoved] or [VerbPresent]
	Refresh                // let [Handler.Draw] draw the slot right before sending
)

// Effect is one consequence of an action. If a Collapse, Remove or Ping fails, the adapter still
// carries out the other effects.
type Effect struct {
	Kind    Kind
	Message Message
	Ref     MessageRef
	Subject Subject // what a Post, Edit, Ping or Refresh shows; if it has a slot, the adapter calls [Handler.Sent]

	Form     *Form // for an OpenForm
	Reserved bool  // the adapter may post the message of a Refresh, and not only edit it

	// Redraw reports that the message is overdue, and no user has just acted. The adapter must not
	// restore a deleted message or unarchive a channel for it. Before a Post, the adapter looks for a
	// message that an earlier attempt may have sent. Messages in Others are not that message.
	Redraw        bool
	OtherMessages []MessageRef // messages of the game's other slots, and messages that those replaced

	// Silent reports that no user asked for the message and that it mentions no user. If it is new,
	// the platform sends it without a notification, if it can.
	Silent bool
}

// Form asks for one argument of a command. Submitting it sends the command with only that argument.
type Form struct {
	Verb, Argument string
	Title          string // at most 24 characters, like Submit
	Label          string // asks for the input, at most 45 characters
	Submit         string
	Long           bool // the input may have several lines
}

// Subject identifies what a message shows. An older version of a message must never replace a newer one.
type Subject struct {
	Place   Place
	Game    GameID
	Slot    Slot
	Post    uint32 // number of the message among the messages of its slot
	Version uint32 // version of the game
}

// Message holds the parts of one message, from top to bottom. If it is too long for the platform,
// the adapter first shows a later one of Footers, then drops Aside, and finally drops the footer. It
// never drops Text.
type Message struct {
	Text Text

	// Spoken describes the whole message to users who hear it or see only a notification. It
	// mentions no user, and is nil if Text says everything.
	Spoken Text

	Aside    Text     // a line below Text, dropped if it does not fit
	Board    *Board   // nil if the message has no board
	Picture  *Picture // replaces the board where pictures can be shown; nil if there is none
	File     *File    // replaces Aside where files can be sent, only in a Whisper; nil if there is none
	Line     *Line    // the moves that lead to the board and on from it, where users can step through them; nil if unknown
	Footers  []Text   // small print below the board, longest form first; the adapter shows the first that fits
	Controls []Row
}

// Line holds the moves of a game or of a solution. Only adapters whose users can step through moves show it.
type Line struct {
	At     int           // the number of moves before the position that the message shows
	Moves  []Step        // all moves, without passes
	Boards []render.View // the position before the first move, and after each move
	Sides  [2]Text       // the players by color; nil if the moves are of no game
	Chart  *Chart        // the worth of each position; nil if unknown
}

// Step is a move of a [Line].
type Step struct {
	Square string // such as "d3"
	White  bool   // White moved
	Mark   string // rates the move, such as "??" for a blunder; empty for most moves
}

type Board struct {
	View  render.View
	Theme render.Theme
}

// Row is a line of controls: buttons, or one select.
type Row struct {
	Buttons []Button
	Select  *Select
}

// Button is a control with a label. It has either an Action or a URL.
type Button struct {
	Label  string
	Action string // opaque, at most 100 bytes; returned as Action.Control
	URL    string // opened by the client, not returned as an action; at most 512 bytes, for the local channel perhaps only a path
	Style  Style
}

// Style is the emphasis of a button.
type Style uint8

const (
	StylePlain Style = iota
	StylePrimary
	StyleDanger
)

// Select is a list of options. The user picks one.
type Select struct {
	Placeholder string
	Options     []Option
}

// Option is one line of a select.
type Option struct {
	Label  string
	Detail string // further details, shown if there is room
	Action string // opaque, at most 100 bytes; returned as Action.Control
}

// Choice is a value offered for an argument: a fixed choice of a [Parameter], or a completion.
type Choice struct {
	Label string
	Value string
}

// Picture is an image. If it cannot be made or sent, the message is shown without it.
type Picture struct {
	Image render.Picture
	Alt   Text // describes the image, without the players' names, for users who do not see it

	// Players are the people whom a [render.Namer] can name, by colour; nil names none. An adapter
	// names them only if it knows their names and sends the file itself.
	Players [2]*UserID
	Chart   *Chart // shows the same on platforms that draw charts; nil if there is none
}

// Chart shows lines through values, one before the first move and one after each move.
type Chart struct {
	Title  string   // at most 50 characters
	Axis   string   // label of the moves, at most 50 characters
	Series []Series // of the same length
}

// Series holds the values of a line.
type Series struct {
	Name   string // at most 20 characters
	Values []int
}

// File is a file for the actor alone. If it cannot be sent, the message is shown without it. No log, public
// address or public message may hold it.
type File struct {
	Name, MediaType string // Name consists of ASCII letters, digits, dots and hyphens
	Data            []byte
}

// Named returns the image with the players' names, which it gets from name.
func (p *Picture) Named(name func(UserID) string) render.Picture {
	image, ok := p.Image.(render.Namer)
	if !ok {
		return p.Image
	}
	var names [2]string
	for color, player := range p.Players {
		if player != nil {
			names[color] = name(*player)
		}
	}
	return image.Named(names)
}
