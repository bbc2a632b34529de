package bot

import (
	"slices"
	"strings"

	"othellobot/bot/card"
	"othellobot/bot/control"
	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/people"
	"othellobot/words"
)

// request is an order with everything needed to carry it out. It is read-only after [Bot.resolve].
type request struct {
	*order
	card.Viewer
	Place         chat.Place     // place of the room; it can differ from the order's place, within one channel
	action        *action        // action to carry out
	room          game.Room      // as loaded; after a change or a failed one, as it was just before
	sentFrom      *game.Room     // room of the order's place, if the game is in another place of the channel
	channel       game.Settings  // the channel's settings, if a game begins in a thread without games
	choices       people.Choices // the actor's personal settings
	choicesRead   bool           // whether the bot has tried to read choices
	offersEnglish bool           // whether the bot must offer English, because the place took the actor's language
	target        game.ID        // the game to change, once known
	note          words.Message  // replaces the pressed message if another one shows the game; if nil, a general note does
}

func (r *request) setRoom(room game.Room) {
	r.room, r.Settings, r.FirstGame = room, room.Settings, room.Last == nil
}

func (r *request) withRoom(room game.Room) *request {
	other := *r
	other.setRoom(room)
	return &other
}

func (r *request) withNote(note words.Message) *request {
	other := *r
	other.note = note
	return &other
}

func (r *request) withOrder(change func(*order)) *request {
	other, o := *r, *r.order
	change(&o)
	other.order, other.action = &o, o.action
	return &other
}

func (r *request) activeGame() (game.Game, error) {
	switch {
	case r.room.Active != nil:
		return *r.room.Active, nil
	case r.room.Newer:
		return game.Game{}, game.ErrNewer
	case len(r.room.Unreadable) > 0:
		return game.Game{}, refused(words.GameUnreadable{})
	default:
		return game.Game{}, errNoGame(words.OpenButton{}, "")
	}
}

// hasNoGame reports false if the room holds games that this program cannot read.
func (r *request) hasNoGame() bool {
	return r.room.Active == nil && len(r.room.Unreadable) == 0 && !r.room.Newer
}

// errNoGame returns a refusal with a button that opens a game, with the first move if given.
func errNoGame(label words.Message, move string) error {
	return refused(words.NoGame{}).offer(label, control.New("open", move))
}

// shownGame returns the running game of the place, else the one that ended last.
func (r *request) shownGame() (game.Game, error) {
	if r.room.Active == nil && r.room.Last != nil {
		return *r.room.Last, nil
	}
	return r.activeGame()
}

func (r *request) controlledGame() (game.Game, error) {
	g, ok := r.room.Find(r.control.Game)
	if !ok {
		return game.Game{}, r.room.MissingError()
	}
	return g, nil
}

func (r *request) controlledOr(typed func() (game.Game, error)) (game.Game, error) {
	if r.control.Verb != "" {
		return r.controlledGame()
	}
	return typed()
}

// order is what a chat action alone says about a request, before anything is loaded. It is read-only.
type order struct {
	chat.Action // its Control is "" if the answer is a new message
	by          game.Player
	action      *action         // has no name if the user typed no word
	args        parse.Arguments // of the typed command
	control     control.Control // the pressed control; zero if the user typed a command
	trial       *request        // if not nil, the order changes nothing; a possible change returns [game.ErrTrial]
}

func (b *Bot) parse(a chat.Action, trial *request) (*order, error) {
	o := &order{Action: a, by: player(a), action: b.actions[""], trial: trial}
	read := b.parseWords
	if a.Control != "" {
		read = b.parseControl
	}
	err := read(o)
	if err == nil && o.by.GuestName() != "" && !slices.Contains(guestActions, o.action.Name) {
		err = errBadControl
	}
	return o, err
}

// guestActions are all that guests may do.
var guestActions = []string{"join", "move", "undo", "resign", "resign-yes", "resign-no", "agree", "refuse", "claim", "leave"}

func (b *Bot) parseWords(o *order) error {
	c, args, err := b.Grammar.Read(o.Action, b.Limits[o.Place.Platform])
	o.action, o.args = b.actions[c.Name], args
	return err
}

func (b *Bot) parseControl(o *order) error {
	c, err := control.Parse(o.Control)
	if err == nil && c.Verb == parse.SayVerb && o.inPlace() {
		o.Control, o.Message, o.Tokens = "", "", parse.OfferedWords(c.Arg)
		return b.parseWords(o)
	}
	what, ok := b.actions[c.Verb]
	if err != nil || !ok || what.press == nil || !slices.Contains(what.by, o.Origin) || o.OnPage && !card.OnPage(c, o.User) {
		return errBadControl
	}
	o.control, o.action = c, what
	if what.newMessage || o.OnPage || strings.HasPrefix(c.Arg, control.Private) {
		o.Control, o.Message = "", ""
	}
	if what.startWords {
		return b.parseStart(o)
	}
	return nil
}

// parseStart reads the words of a start command, separated by full stops, from a control.
func (b *Bot) parseStart(o *order) error {
	start := b.actions["start"]
	args, err := b.Grammar.Arguments(start.Command, strings.ReplaceAll(o.control.Arg, ".", " "), b.Limits[o.Place.Platform])
	if err != nil {
		return errBadControl
	}
	if o.control.Verb == "thread" {
		args = args.With("thread", chat.Token{Text: "true"})
	}
	o.action, o.args = start, args
	return start.Admit(args)
}

func player(a chat.Action) game.Player {
	switch a.Origin {
	case chat.OriginEngine:
		return game.Engine
	case chat.OriginClock, chat.OriginPlatform:
		return game.Nobody
	default:
		return game.Player(a.User.String())
	}
}

// byControl reports whether a control was pressed, on any message. A control that offers a line counts as typed.
func (o *order) byControl() bool { return o.Control != "" || o.control.Verb != "" }

// pressed reports whether a control was pressed on a message that the answer can replace.
func (o *order) pressed() bool { return o.Control != "" }

// fromUser reports whether a user is waiting for the answer.
func (o *order) fromUser() bool { return o.Origin == chat.OriginUser }

// inPlace reports whether a user waits for an answer in the place, not on a page.
func (o *order) inPlace() bool { return o.fromUser() && !o.OnPage }

// typed reports whether a user waits for an answer in a new message.
func (o *order) typed() bool { return o.inPlace() && !o.pressed() }

// delivery returns the id by which the store recognizes a repeated delivery. A pressed move or vote
// needs none, because its control names the turn.
func (o *order) delivery() game.Delivery {
	if o.control.Verb == "move" || o.control.Verb == "vote" || o.Origin == chat.OriginCompletion || o.Delivery == "" || o.trial != nil {
		return ""
	}
	return game.Delivery(o.Place.Platform + "/" + string(o.Delivery))
}
