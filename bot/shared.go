package bot

import (
	"context"

	"othellobot/game"
)

// enter finds the room that a request is about: that of its place, or of its
// channel if it was typed in a thread that has nothing of its own. The request
// is then the channel's.
func (b *Bot) enter(ctx context.Context, r *request) error {
	room, err := b.Table.Room(ctx, game.Place(r.Place.String()))
	if err != nil {
		return err
	}
	r.room = room
	typed := r.prompted() && !r.pressed()
	if !r.limits.SharedThreads || r.Place.Thread == "" || !typed || hasGames(room) || b.beginsGame(*r) {
		return nil
	}
	channel := r.Place
	channel.Thread = ""
	room, err = b.Table.Room(ctx, game.Place(channel.String()))
	if err != nil {
		return err
	}
	if hasGames(room) || room.Settings != (game.Settings{}) {
		r.Place, r.room = channel, room
	}
	return nil
}

// hasGames reports whether a place has a game, one that is over, or a challenge.
func hasGames(r game.Room) bool {
	return r.Active != nil || r.Last != nil || len(r.Challenges) > 0
}

// beginsGame reports whether what was typed is to begin a game in its place,
// whatever becomes of that.
func (b *Bot) beginsGame(r request) bool {
	name := r.Verb
	if name == "" {
		v, _, _ := b.parse(r) // which knows the verb also where its arguments are wrong
		name = v.Name
	}
	return name == "start" || name == "load"
}
