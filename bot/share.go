package bot

import (
	"context"
	"slices"

	"othellobot/game"
	"othellobot/words"
)

// checkGameLimit refuses an actor with too many running games and open challenges. The running game
// of the request's place does not count: the new game replaces it, or the actor wants to play in
// it.
func (b *Bot) checkGameLimit(ctx context.Context, r *request) error {
	if b.MaxDuels == 0 {
		return nil
	}
	all, err := b.Table.Unfinished(ctx, r.by, maxUnfinished)
	if err != nil {
		return err
	}
	own := 0
	for _, u := range all {
		g := u.Game
		_, seated := g.Side(r.by)
		running := g.Phase == game.Playing
		if (g.Starter == r.by || seated && running && g.Mode == game.Duel) && !(running && g.Place == r.room.Place) {
			own++
		}
	}
	if own >= b.MaxDuels {
		return refused(words.TooManyGames{Player: words.Name(r.by), Most: b.MaxDuels})
	}
	return nil
}

// checkRoom refuses a game if the channel is full, its starter has reached their limit, or the actor
// has already started the same game. A game in the place ignored does not count, because the new
// game replaces it.
func (b *Bot) checkRoom(ctx context.Context, r *request, next game.Game, ignored game.Place) error {
	games, err := b.channelGames(ctx, r)
	if err != nil {
		return err
	}
	games = slices.DeleteFunc(slices.Clone(games), func(u game.Unfinished) bool {
		return u.Game.Place == ignored || u.Game.GivesWay(r.Now)
	})
	if i := slices.IndexFunc(games, func(u game.Unfinished) bool { return r.isSameGame(u.Game, next) }); i >= 0 {
		return refused(words.GameWaits{}).listing(games[i : i+1])
	}
	if len(games) >= maxGames {
		return refused(words.ChannelFull{Most: maxGames}).listing(games)
	}
	games = slices.DeleteFunc(games, func(u game.Unfinished) bool { return u.Game.Starter != next.Starter })
	if len(games) >= maxOwn {
		return refused(words.ChannelShare{Player: words.Name(next.Starter), Most: maxOwn}).listing(games)
	}
	return nil
}

// isSameGame reports whether the actor started the running game, it is like next, and no person has
// moved in it. A user who starts the same game twice means one game.
func (r *request) isSameGame(running, next game.Game) bool {
	_, colored := r.args.Color()
	moved := func(seat uint16) bool { return running.Seats[seat].Player != game.Engine }
	switch {
	case running.Starter != r.by || next.Phase == game.Challenged || running.Mode != next.Mode || running.Start != next.Start,
		running.Level != next.Level || running.Coached != next.Coached,
		running.Mode == game.Voted && running.Ballot.Window != next.Ballot.Window,
		slices.ContainsFunc(running.Movers, moved) || len(next.Movers) > 0,
		!slices.Equal(running.Moves[:running.Loaded], next.Moves):
		return false
	case running.SeatFree() && !colored: // the bot chose the starter's colour at random
		return next.SeatFree()
	default:
		return slices.Equal(running.Seats, next.Seats)
	}
}
