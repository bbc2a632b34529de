package bot

import (
	"context"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/people"
)

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
	case pressedThere, !r.pressed() && (hasGames(room) || room.Settings != (game.Settings{})):
		r.Place = channel
		r.sees(room)
		return room.Knows(r.delivery()), nil
	}
	return false, nil
}

// visit loads the room of a request's place. A person who does something there is a
// sign of life, but where everything is being deleted.
func (b *Bot) visit(ctx context.Context, r *request) (game.Room, bool, error) {
	at := game.Place(r.Place.String())
	room, seen, err := b.Table.Load(ctx, at, r.delivery())
	if err == nil && room.Buried && !room.Condemned && (r.Origin == chat.OriginUser || r.Origin == chat.OriginCompletion) {
		if err = b.Tombstones.Revive(ctx, r.Place.Prefix()); err == nil {
			room, seen, err = b.Table.Load(ctx, at, r.delivery())
		}
	}
	if err == nil && room.Condemned {
		err = game.ErrCondemned
	}
	return room, seen, err
}

// ofThread reports whether a request is about what there is in the thread that it came
// from: its control belongs to a game there, or what was typed is about the game there.
func (r *request) ofThread() bool {
	if r.pressed() {
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

// claim has a repetition of the request do nothing, if it has gone to another place.
func (b *Bot) claim(ctx context.Context, r *request) error {
	if r.from.Place == "" || r.trial {
		return nil
	}
	err := b.Table.Claim(ctx, r.from, r.delivery(), r.Now)
	r.from = game.Room{}
	return err
}

// do makes a proposal of the request's.
func (b *Bot) do(ctx context.Context, r *request, p game.Proposal) (game.Outcome, error) {
	if err := b.claim(ctx, r); err != nil {
		return game.Outcome{Room: r.room}, err
	}
	p.By, p.Now, p.Delivery, p.Trial = r.by, r.Now, r.delivery(), r.trial
	r.about = p.Game
	out, err := b.Table.Do(ctx, r.room, p)
	r.sees(out.Room)
	if err == nil {
		board, _ := out.Slot(game.BoardSlot)
		r.Post = board.Post
		r.concern(out)
		b.ended(ctx, r, out)
	}
	return out, err
}

// concern notes whose games an outcome has changed.
func (r *request) concern(out game.Outcome) {
	if r.players == nil {
		r.players = r.pair[:0]
	}
	for _, g := range []*game.Game{&out.Game, out.Aside} {
		if g == nil {
			continue
		}
		var few [4]game.Player
		for _, p := range g.AppendPlayers(few[:0]) {
			if user, err := chat.ParseUserID(string(p)); err == nil {
				r.players = append(r.players, user)
			}
		}
	}
}

// ended has a game reviewed that has just ended with a result, and a coach learn from it, though
// rather not at all than twice.
func (b *Bot) ended(ctx context.Context, r *request, out game.Outcome) {
	for _, e := range out.Events {
		if e, ended := e.(game.Ended); !ended || e.Result.Reason > game.TimedOut {
			continue
		}
		if b.reviews.Reviewable(out.Game) && b.mayTell(ctx, out.Game) {
			b.reviews.Later(out.Game)
		}
		if out.Found {
			continue
		}
		if err := people.Learn(ctx, b.People, out.Game, r.Now); err != nil {
			b.Log.WarnContext(ctx, "a coach cannot learn", "error", err)
		}
	}
}
