package bot

import (
	"context"
	"slices"
	"strconv"
	"time"

	"othellobot/bot/card"
	"othellobot/bot/control"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
	"othellobot/words"
)

// Limits on the running games in a channel and its threads. Games that would give way to a new one do
// not count. Games that begin at the same moment can exceed the limits.
const (
	maxGames = 10 // limits all games
	maxOwn   = 3  // limits the games that one user has started
)

const (
	maxRead       = 200
	maxUnfinished = 300
)

// channelGames returns the running games of the request's channel and its threads, ordered by place.
func (b *Bot) channelGames(ctx context.Context, r *request) ([]game.Unfinished, error) {
	channel := r.Place
	channel.Thread = ""
	return b.Table.RunningIn(ctx, game.Place(channel.String()), maxRead)
}

// threadedGames returns nil if no thread has a game. Of too many games, it drops idle ones first.
func (b *Bot) threadedGames(ctx context.Context, r *request) ([]game.Unfinished, error) {
	if !r.room.Threads {
		return nil, nil
	}
	games, err := b.channelGames(ctx, r)
	if len(games) <= 2*maxGames {
		return games, err
	}
	idle := func(u game.Unfinished) bool { return u.Game.GivesWay(r.Now) }
	live := slices.DeleteFunc(slices.Clone(games), idle)
	live = append(live, slices.DeleteFunc(games, func(u game.Unfinished) bool { return !idle(u) })...)
	return live[:2*maxGames], nil
}

// redirect moves a request to the channel or thread whose game the move is for. It reports whether the
// request's delivery has already changed something there.
func (b *Bot) redirect(ctx context.Context, r *request) (seen bool, err error) {
	at, err := b.gameFor(ctx, r)
	if err != nil || at == "" {
		return false, err
	}
	place, err := chat.ParsePlace(string(at))
	if err != nil || place == r.Place {
		return false, err
	}
	sentFrom := r.room
	r.Place, r.sentFrom = place, &sentFrom
	room, seen, err := b.loadRoom(ctx, r)
	if err == nil {
		r.setRoom(room)
	}
	return seen, err
}

// gameFor returns the place of the game that the control or the square is for, or "" for the request's
// own place. If the square fits several games, gameFor refuses and asks the actor.
func (b *Bot) gameFor(ctx context.Context, r *request) (game.Place, error) {
	square, err := r.square()
	_, here := r.room.Find(r.control.Game)
	if err != nil || here {
		return "", nil
	}
	games, err := b.threadedGames(ctx, r)
	if id := r.control.Game; id != 0 {
		if i := slices.IndexFunc(games, func(u game.Unfinished) bool { return u.Game.ID == id }); i >= 0 {
			return games[i].Game.Place, nil
		}
		return "", err
	}
	fit := fitting(games, r.by, square, r.Now)
	if err != nil || len(fit) == 0 {
		return "", err
	}
	buttons := moveButtons(fit, square, r.by, r.Now)
	if len(fit) == 1 || len(buttons) == 0 { // without buttons, the move is refused in that place
		return fit[0].Game.Place, nil
	}
	return "", refused(words.WhichGame{Square: square}).listing(fit).offering(func(r *request) []chat.Row { return card.Rows(r.Limits, buttons) })
}

func (r *request) square() (rules.Square, error) {
	if r.control.Verb == "" {
		return r.action.Square(r.args, r.Limits)
	}
	square, err := rules.ParseSquare(r.control.Arg)
	if err != nil {
		return square, errBadControl
	}
	return square, nil
}

// fitting returns the games where the square is legal and the player has a seat and the turn. If there
// are none, it returns all games where the player has a seat or may move. So a typing error in a
// player's own game does not silently become a move in another game.
func fitting(games []game.Unfinished, by game.Player, square rules.Square, now time.Time) []game.Unfinished {
	var turns, all []game.Unfinished
	for _, u := range games {
		g := u.Game
		_, seated := g.Side(by)
		may := g.Voting() || g.MayPlay(by, now) == nil
		if seated && may && g.Position().Legal().Has(square) {
			turns = append(turns, u)
		}
		if seated || may {
			all = append(all, u)
		}
	}
	if len(turns) > 0 {
		return turns
	}
	return all
}

// moveButtons labels each button with the game's number in the list.
func moveButtons(games []game.Unfinished, square rules.Square, by game.Player, now time.Time) (buttons []chat.Button) {
	for i, u := range games {
		if g := u.Game; g.Position().Legal().Has(square) && (g.Voting() || g.MayPlay(by, now) == nil) {
			buttons = append(buttons, chat.Button{Label: strconv.Itoa(i + 1), Action: control.For(g, "play", square.String())})
		}
	}
	return buttons
}

// loadRoom also removes the place's tombstone if a user acts, because then the place exists. It fails
// with [game.ErrCondemned] if the deletion of the place has begun.
func (b *Bot) loadRoom(ctx context.Context, r *request) (game.Room, bool, error) {
	at := game.Place(r.Place.String())
	room, seen, err := b.Table.Load(ctx, at, r.delivery())
	if err == nil && room.HasTombstone && !room.Condemned && (r.Origin == chat.OriginUser || r.Origin == chat.OriginCompletion) {
		if err = b.Tombstones.Revive(ctx, r.Place.Prefix()); err == nil {
			room, seen, err = b.Table.Load(ctx, at, r.delivery())
		}
	}
	if err == nil && room.Condemned {
		err = game.ErrCondemned
	}
	return room, seen, err
}

// checkGameLimit does not count the running game of the request's place: the new game replaces it, or
// the actor wants to play in it.
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

// checkRoom refuses a game if the channel is full or the actor has started the same game. A game in
// the place ignored does not count, because the new game replaces it.
func (b *Bot) checkRoom(ctx context.Context, r *request, next game.Game, ignored game.Place) error {
	if ignored != "" && !r.room.Threads && r.Place.Thread == "" {
		return nil // no other game runs in the channel
	}
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

// isSameGame assumes that a user who starts the same game twice, before any move, means one game.
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
