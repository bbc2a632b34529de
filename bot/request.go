package bot

import (
	"othellobot/bot/card"
	"othellobot/bot/control"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/people"
	"othellobot/words"
)

// request is an order with all that is needed to carry it out. Once [Bot.resolve] has made it, it
// is read-only: what changes on the way is returned as another request.
type request struct {
	*order
	card.Viewer
	Place   chat.Place     // that of the room, which may be the channel of the order's thread, or a thread of its channel
	action  *action        // what to do; it has a name
	room    game.Room      // the place when the request was resolved; after a change, before it; after a refused one, as it stands
	from    *game.Room     // where the order came from, if its game is in another place of the channel
	channel game.Settings  // of the channel, if a game begins in a thread where there was none
	mine    people.Choices // of the actor
	known   bool           // they were read, or could not be
	offers  bool           // the place begins to speak as the actor does, who may want English instead
	about   game.ID        // the game that was to be changed, once that is known
	note    words.Message  // what becomes of the message pressed, where the game is shown elsewhere; nil for what is usual
}

// requestFor returns the request of an order, in the languages that are known before its room is.
func (b *Bot) requestFor(o *order) request {
	r := request{
		order: o, Place: o.Place, action: o.action,
		Viewer: card.Viewer{Limits: b.Limits[o.Place.Platform], Now: b.Clock.Now()},
	}
	b.speakIn(&r, game.Settings{})
	return r
}

// request returns the request of an action that asks for nothing.
func (b *Bot) request(a chat.Action, by game.Player) request {
	return b.requestFor(&order{Action: a, by: by, action: b.actions[""]})
}

// own is the language that the actor has chosen, else that of their app unless no native has
// read it yet, and false if neither is known.
func (b *Bot) own(r *request) (*words.Language, bool) {
	if l, ok := b.Words.Named(r.mine.Language); ok {
		return l, true
	}
	return b.Words.Own(r.Locale)
}

// speakIn chooses the language of a place for what all see, and for what the actor sees if theirs
// is unknown.
func (b *Bot) speakIn(r *request, s game.Settings) {
	l, ok := b.Words.Named(s.Language)
	if !ok {
		l = b.Words.Default()
	}
	r.All, r.Own = l, l
	if own, ok := b.own(r); ok {
		r.Own = own
	}
}

// sees makes a room that of the request.
func (r *request) sees(room game.Room) {
	r.room, r.Settings, r.First = room, room.Settings, room.Last == nil
}

// seeing returns the request with another room.
func (r *request) seeing(room game.Room) *request {
	other := *r
	other.sees(room)
	return &other
}

// noting returns the request with what is to become of the message pressed.
func (r *request) noting(note words.Message) *request {
	other := *r
	other.note = note
	return &other
}

// ordering returns the request with another order.
func (r *request) ordering(change func(*order)) *request {
	other, o := *r, *r.order
	change(&o)
	other.order, other.action = &o, o.action
	return &other
}

// active is the running game of the place.
func (r *request) active() (game.Game, error) {
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

// nothingHere reports whether no game runs in the place, as far as anybody can tell.
func (r *request) nothingHere() bool {
	return r.room.Active == nil && len(r.room.Unreadable) == 0 && !r.room.Newer
}

// errNoGame refuses what needs a game, and offers to open one by a button, with a
// first move if there is one.
func errNoGame(label words.Message, move string) error {
	return refused(words.NoGame{}).offer(label, control.Of("open", move))
}

// shown is the running game of the place, else the one that ended last.
func (r *request) shown() (game.Game, error) {
	if r.room.Active == nil && r.room.Last != nil {
		return *r.room.Last, nil
	}
	return r.active()
}

// controlled is the game that a control belongs to, which must be of this place.
func (r *request) controlled() (game.Game, error) {
	g, ok := r.room.Find(r.control.Game)
	if !ok {
		return game.Game{}, r.room.Without()
	}
	return g, nil
}

// meant is the game that the control belongs to, and for what was typed the one that typed
// gives.
func (r *request) meant(typed func() (game.Game, error)) (game.Game, error) {
	if r.control.Verb != "" {
		return r.controlled()
	}
	return typed()
}
