package bot

import (
	"othellobot/bot/card"
	"othellobot/bot/control"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/people"
	"othellobot/words"
)

// request is an order with everything needed to carry it out. After [Bot.resolve] it is read-only:
// a change returns another request.
type request struct {
	*order
	card.Viewer
	Place         chat.Place     // place of the room; it can differ from the order's place, within one channel
	action        *action        // action to carry out
	room          game.Room      // as resolved; after a change, its state before the change; after a refused change, its current state
	sentFrom      *game.Room     // room of the order's place, if the game is in another place of the channel
	channel       game.Settings  // the channel's settings, if a game begins in a thread without games
	choices       people.Choices // the actor's personal settings
	choicesRead   bool           // whether choices was read, or the read failed
	offersEnglish bool           // whether the bot must offer English, because the place took the actor's language
	target        game.ID        // the game to change, once known
	note          words.Message  // replaces the pressed message if another one shows the game; if nil, a general note does
}

func (r *request) setRoom(room game.Room) {
	r.room, r.Settings, r.First = room, room.Settings, room.Last == nil
}

func (r *request) withRoom(room game.Room) *request {
	other := *r
	other.setRoom(room)
	return &other
}

// withNote returns the request with a note that replaces the pressed message.
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

// hasNoGame reports whether no game runs in the place. It reports false if the room holds games
// that this program cannot read.
func (r *request) hasNoGame() bool {
	return r.room.Active == nil && len(r.room.Unreadable) == 0 && !r.room.Newer
}

// errNoGame is the refusal when no game runs. It offers a button that opens one, with the first
// move if given.
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

// controlledGame returns the game of the pressed control, which must be in this place.
func (r *request) controlledGame() (game.Game, error) {
	g, ok := r.room.Find(r.control.Game)
	if !ok {
		return game.Game{}, r.room.MissingError()
	}
	return g, nil
}

// controlledOr returns the game of the pressed control, or the result of typed if the command was
// typed.
func (r *request) controlledOr(typed func() (game.Game, error)) (game.Game, error) {
	if r.control.Verb != "" {
		return r.controlledGame()
	}
	return typed()
}
