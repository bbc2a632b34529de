package bot

import (
	"context"

	"othellobot/game"
)

// resolve loads what an order needs: the room that it is about, the person, the languages. With an
// error the request still holds what is known. An order that could not be read stays in the place
// that it came from, and resolve finds out only in which language it is to be refused.
func (b *Bot) resolve(ctx context.Context, o *order, read bool) (*request, error) {
	r := b.requestFor(o)
	seen, err := b.enter(ctx, &r)
	if !read {
		r.Place = o.Place
		return &r, nil
	}
	if err == nil && !seen && r.action.strays && r.prompted() {
		seen, err = b.stray(ctx, &r)
	}
	if err != nil {
		return &r, err
	}
	b.speakIn(&r, r.Settings)
	if seen {
		return &r, game.ErrDuplicate
	}
	if !r.plays() {
		b.know(ctx, &r)
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

// enter finds the room that a request is about: that of its place, or of its
// channel if it came from a thread, and what it is about is there. The request is
// then the channel's. It reports whether the request's delivery has changed
// something already.
func (b *Bot) enter(ctx context.Context, r *request) (seen bool, err error) {
	room, seen, err := b.visit(ctx, r)
	r.sees(room)
	if seen || err != nil || !r.Limits.SharedThreads || r.Place.Thread == "" || !r.prompted() || r.ofThread() {
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
		r.sees(room)
		return room.Knows(r.delivery()), nil
	}
	return false, nil
}

// ofThread reports whether a request is about what there is in the thread that it came
// from: its control belongs to a game there, or what was typed is about the game there.
func (r *request) ofThread() bool {
	if r.byControl() {
		_, there := r.room.Find(r.control.Game)
		return there
	}
	return hasGames(r.room)
}

// hasGames reports whether a place has a game, one that is over, or a challenge,
// readable or not.
func hasGames(r game.Room) bool {
	return r.Newer || r.Active != nil || r.Last != nil || len(r.Challenges)+len(r.Unreadable) > 0
}
