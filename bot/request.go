package bot

import (
	"hash/maphash"

	"othellobot/bot/card"
	"othellobot/bot/control"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/words"
)

// request is what somebody asks for, before it is read.
func (b *Bot) request(a chat.Action, by game.Player) request {
	r := request{Action: a, Viewer: card.Viewer{Limits: b.Limits[a.Place.Platform], Now: b.Clock.Now()}, by: by}
	b.speakTo(&r)
	return r
}

// speakTo chooses the languages of a request before its room is known: the actor's own
// for what only they see, and English for what all see.
func (b *Bot) speakTo(r *request) {
	r.All = b.Words.Default()
	r.Own = r.All
	if l, ok := b.own(r); ok {
		r.Own = l
	}
}

// own is the language that the actor has chosen, else that of their app unless no native has
// read it yet, and false if neither is known.
func (b *Bot) own(r *request) (*words.Language, bool) {
	if l, ok := b.Words.Named(r.mine.Language); ok {
		return l, true
	}
	return b.Words.Own(r.Locale)
}

// speakIn chooses the language of the request's place for what all see, and for what
// its actor sees if theirs is unknown.
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

// player is who acts, by the name the game knows.
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

// pressed reports whether the request came from a control.
func (r *request) pressed() bool { return r.Control != "" }

// prompted reports whether a person is there to be answered.
func (r *request) prompted() bool { return r.Origin == chat.OriginUser }

// typed reports whether a person typed the request: what comes of it is a message
// of its own.
func (r *request) typed() bool { return r.prompted() && !r.pressed() }

// delivery is the id by which a repetition is known. A move that was pressed needs
// none: it carries the turn it was made for. Nor does a completion, which changes
// nothing and comes with every key.
func (r *request) delivery() game.Delivery {
	if r.control.Verb == "move" || r.control.Verb == "vote" || r.Origin == chat.OriginCompletion || r.Delivery == "" {
		return ""
	}
	return game.Delivery(r.Place.Platform + "/" + string(r.Delivery))
}

// asCommand makes the request one whose control had been typed as a command: what
// comes of it is a message of its own.
func (r *request) asCommand() { r.Control, r.Message = "", "" }

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

// sees makes a room that of the request.
func (r *request) sees(room game.Room) {
	r.room, r.Settings, r.First = room, room.Settings, room.Last == nil
}

// nothingHere reports whether no game runs in the place, as far as anybody can tell.
func (r *request) nothingHere() bool {
	return r.room.Active == nil && len(r.room.Unreadable) == 0 && !r.room.Newer
}

// errNoGame refuses what needs a game, and offers to open one by a button, with a
// first move if there is one.
func errNoGame(label words.Message, move string) error {
	return refused(words.NoGame{}).offering(func(r *request) []chat.Row {
		return []chat.Row{card.Row(card.Button(r.Own, label, control.Of("open", move)))}
	})
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

// begin notes that an action is being done, and reports whether its delivery is new. What
// has no delivery is always new, and so is a delivery that comes again in the thread that
// was opened for it.
func (d *deliveries) begin(a chat.Action) bool {
	return a.Delivery == "" || a.Origin != chat.OriginUser || d.hashes.Add(d.hash(a))
}

// forget lets an action be done when it is delivered again.
func (d *deliveries) forget(a chat.Action) { d.hashes.Take(d.hash(a)) }

func (d *deliveries) hash(a chat.Action) uint64 {
	return maphash.Comparable(d.seed, struct {
		chat.Place
		chat.Delivery
	}{a.Place, a.Delivery})
}
