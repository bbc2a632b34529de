package bot

import (
	"context"

	"othellobot/game"
)

// enter finds the room that a request is about: that of its place, or of its
// channel if it came from a thread, and what it is about is there. The request is
// then the channel's.
func (b *Bot) enter(ctx context.Context, r *request) error {
	room, err := b.Table.Room(ctx, game.Place(r.Place.String()))
	if err != nil {
		return err
	}
	r.room = room
	if !r.limits.SharedThreads || r.Place.Thread == "" || !r.prompted() || b.aboutThread(*r) {
		return nil
	}
	channel := r.Place
	channel.Thread = ""
	room, err = b.Table.Room(ctx, game.Place(channel.String()))
	if err != nil {
		return err
	}
	_, pressedThere := room.Find(r.press.game)
	if pressedThere || !r.pressed() && (hasGames(room) || room.Settings != (game.Settings{})) {
		r.Place, r.room = channel, room
	}
	return nil
}

// aboutThread reports whether a request is about the thread that it came from:
// its control belongs to a game there, or what was typed is about the game there,
// or begins one.
func (b *Bot) aboutThread(r request) bool {
	if r.pressed() {
		_, there := r.room.Find(r.press.game)
		return there
	}
	return hasGames(r.room) || b.beginsGame(r)
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
