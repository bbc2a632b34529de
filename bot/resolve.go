package bot

import (
	"context"

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

// requestFor returns the request of an order before its room is loaded. It uses default settings
// until [Bot.resolve] has loaded the real ones.
func (b *Bot) requestFor(o *order) request {
	r := request{
		order: o, Place: o.Place, action: o.action,
		Viewer: card.Viewer{Limits: b.Limits[o.Place.Platform], Now: b.Clock.Now()},
	}
	b.setLanguages(&r, game.Settings{})
	return r
}

func (b *Bot) request(a chat.Action, by game.Player) request {
	return b.requestFor(&order{Action: a, by: by, action: b.actions[""]})
}

// ownLanguage returns the language that the actor chose, or else the language of their app if a
// native speaker has reviewed the bot's texts in it.
func (b *Bot) ownLanguage(r *request) (*words.Language, bool) {
	if l, ok := b.Words.Named(r.choices.Language); ok {
		return l, true
	}
	return b.Words.Preferred(r.Locale)
}

// setLanguages sets the languages of a request: that of the settings for public messages, and the
// actor's own language, if known, for private ones.
func (b *Bot) setLanguages(r *request, s game.Settings) {
	l, ok := b.Words.Named(s.Language)
	if !ok {
		l = b.Words.Default()
	}
	r.All, r.Own = l, l
	if own, ok := b.ownLanguage(r); ok {
		r.Own = own
	}
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

// resolve loads the room, the personal settings and the languages for an order. If it fails, the
// request still holds everything known so far. If read is false, the bot did not understand the
// order, and the request serves only to refuse it.
func (b *Bot) resolve(ctx context.Context, o *order, read bool) (*request, error) {
	r := b.requestFor(o)
	seen, err := b.findRoom(ctx, &r)
	if !read {
		r.Place = o.Place
		return &r, nil
	}
	if err == nil && !seen && r.action.redirects && r.fromUser() {
		seen, err = b.redirect(ctx, &r)
	}
	if err != nil {
		return &r, err
	}
	b.setLanguages(&r, r.Settings)
	if seen {
		return &r, game.ErrDuplicate
	}
	if !r.plays() {
		b.loadChoices(ctx, &r)
	}
	switch {
	case r.action.Name != "":
	case r.room.Active != nil || r.room.Threads:
		r.action = b.actions["board"]
	default:
		r.action = b.actions["help"]
	}
	return &r, nil
}

// findRoom loads the room of the request's place. If the request comes from a thread but is about
// the channel, findRoom moves it there. It reports whether the request's delivery has already changed
// something.
func (b *Bot) findRoom(ctx context.Context, r *request) (seen bool, err error) {
	room, seen, err := b.loadRoom(ctx, r)
	r.setRoom(room)
	ofThread := hasGames(room)
	if r.byControl() {
		_, ofThread = room.Find(r.control.Game)
	}
	if seen || err != nil || !r.Limits.SharedThreads || r.Place.Thread == "" || !r.fromUser() || ofThread {
		return seen, err
	}
	channel := r.Place
	channel.Thread = ""
	room, _, err = b.Table.Load(ctx, game.Place(channel.String()), "")
	if err != nil {
		return false, err
	}
	_, pressedThere := room.Find(r.control.Game)
	switch {
	case !pressedThere && r.action.begins:
		r.channel = room.Settings
	case pressedThere, !r.byControl() && (hasGames(room) || room.Settings != (game.Settings{})):
		r.Place = channel
		r.setRoom(room)
		return room.Knows(r.delivery()), nil
	}
	return false, nil
}

// hasGames reports whether a place has a running or ended game or a challenge, readable or not.
func hasGames(r game.Room) bool {
	return r.Newer || r.Active != nil || r.Last != nil || len(r.Challenges)+len(r.Unreadable) > 0
}
