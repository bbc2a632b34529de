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

// requestFor returns a request with default settings. [Bot.resolve] loads the real ones.
func (b *Bot) requestFor(o *order) request {
	r := request{
		order: o, Place: o.Place, action: o.action,
		Viewer: card.Viewer{Limits: b.Limits[o.Place.Platform], Now: b.Clock.Now()},
	}
	if o.OnPage {
		r.Limits = pageLimits
	}
	b.setLanguages(&r, game.Settings{})
	return r
}

func (b *Bot) request(a chat.Action, by game.Player) request {
	return b.requestFor(&order{Action: a, by: by, action: b.actions[""]})
}

// ownLanguage returns the language that the actor chose, or that of their app if it is reviewed.
func (b *Bot) ownLanguage(r *request) (*words.Language, bool) {
	if l, ok := b.Words.Named(r.choices.Language); ok {
		return l, true
	}
	return b.Words.Preferred(r.Locale)
}

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

// resolve loads what an order needs. If it fails, the request still holds everything known so far. If
// read is false, the bot did not understand the order, and the request serves only to refuse it.
func (b *Bot) resolve(ctx context.Context, o *order, read bool) (*request, error) {
	r := b.requestFor(o)
	seen, err := b.findRoom(ctx, &r)
	if !read {
		r.Place = o.Place
		return &r, nil
	}
	if err == nil && !seen && r.action.redirects && r.inPlace() {
		seen, err = b.redirect(ctx, &r)
	}
	if err != nil {
		return &r, err
	}
	b.setLanguages(&r, r.Settings)
	if seen {
		return &r, game.ErrDuplicate
	}
	if !r.isMove() {
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

// findRoom loads the room of the request's place. If a request in a thread is about the channel,
// findRoom moves the request there. It reports whether the delivery has already changed something.
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

func hasGames(r game.Room) bool {
	return r.Newer || r.Active != nil || r.Last != nil || len(r.Challenges)+len(r.Unreadable) > 0
}

// loadChoices keeps the defaults if the actor's settings cannot be read.
func (b *Bot) loadChoices(ctx context.Context, r *request) {
	switch {
	case r.choicesRead || r.Origin == chat.OriginEngine || r.Origin == chat.OriginClock:
		return
	case r.trial != nil:
		r.choices = r.trial.choices
	default:
		if mine, err := people.ChoicesOf(ctx, b.People, r.by); err == nil {
			r.choices = mine
		}
	}
	r.choicesRead = true
	b.setLanguages(r, r.Settings)
}

func (b *Bot) withChoices(ctx context.Context, r *request) *request {
	known := *r
	b.loadChoices(ctx, &known)
	return &known
}

// isMove reports whether the request is a move, not a vote. Only the public board answers a move.
func (r *request) isMove() bool {
	return (r.action.Name == "move" || r.action.Name == "play") && r.fromUser() &&
		(r.room.Active == nil || r.room.Active.Mode != game.Voted)
}

func (b *Bot) changeChoices(ctx context.Context, r *request, change func(*people.Choices)) (*request, error) {
	mine, err := people.ChangeChoices(ctx, b.People, r.by, r.Now, func(c people.Choices) people.Choices {
		change(&c)
		return c
	})
	if err != nil {
		return r, err
	}
	chosen := *r
	chosen.choices, chosen.choicesRead = mine, true
	b.setLanguages(&chosen, r.Settings)
	return &chosen, nil
}

// boardsInWords replaces boards that only the actor sees with words, if the actor's settings say so.
func (r *request) boardsInWords(effects []chat.Effect) {
	if r.choices.Board != card.WordsTheme {
		return
	}
	for i, e := range effects {
		alone := e.Kind == chat.Whisper || e.Kind == chat.Edit && e.Subject == chat.Subject{}
		if m := &effects[i].Message; alone && m.Board != nil {
			m.Text = appendLine(m.Text, card.RowsOf(r.Own, m.Board.View.Position))
			m.Board = nil
		}
	}
}

func mySettingsButton(l *words.Language) chat.Button {
	return card.Button(l, words.MySettingsButton{}, control.New("personal", ""))
}
