package bot

import (
	"context"

	"othellobot/game"
)

// resolve loads the room, the personal settings and the languages for an order. If it fails, the
// request still holds everything known so far. If read is false, the order was not understood. The
// request then stays in its own place, in the language for the refusal.
func (b *Bot) resolve(ctx context.Context, o *order, read bool) (*request, error) {
	r := b.requestFor(o)
	seen, err := b.findRoom(ctx, &r)
	if !read {
		r.Place = o.Place
		return &r, nil
	}
	if err == nil && !seen && r.action.redirects && r.prompted() {
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

// findRoom loads the room of the request's place. If a thread has nothing that the request is
// about, but its channel does, the request moves to the channel. findRoom reports whether the
// request's delivery has already changed something.
func (b *Bot) findRoom(ctx context.Context, r *request) (seen bool, err error) {
	room, seen, err := b.loadRoom(ctx, r)
	r.setRoom(room)
	ofThread := hasGames(room)
	if r.byControl() {
		_, ofThread = room.Find(r.control.Game)
	}
	if seen || err != nil || !r.Limits.SharedThreads || r.Place.Thread == "" || !r.prompted() || ofThread {
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
