package bot

import (
	"context"
	"slices"
	"strings"

	"othellobot/bot/card"
	"othellobot/bot/control"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
	"othellobot/words"
)

// moveToThread moves a new game to a thread when the channel is busy. It refuses the game if that
// is not possible, or if the actor more likely wants the running game.
func (b *Bot) moveToThread(ctx context.Context, r *request, running, next game.Game) (chat.Response, error) {
	if r.isSameGame(running, next) {
		response, err := b.showBoard(ctx, r.withNote(nil), running)
		response.Confirmation = r.Own.Text(words.DoneBoard{})
		return response, err
	}
	_, seated := running.Side(r.by)
	joins := running.SeatFree() && !seated && (next.Mode == game.Open || next.SeatFree())
	if !r.canMoveToThread() || joins || seated && running.AgainstEngine() {
		return chat.Response{}, r.busyRefusal(running)
	}
	return b.inThread(ctx, r, next)
}

// canMoveToThread reports whether the adapter can open a thread and send the request again from
// there.
func (r *request) canMoveToThread() bool {
	return r.action.begins && !r.pressed() && r.Limits.Threads && !r.Unthreaded && r.Place.Thread == ""
}

// confirmElsewhere confirms a move to the actor if the game is shown in another place.
func (b *Bot) confirmElsewhere(ctx context.Context, r *request, response chat.Response, g game.Game, square rules.Square) chat.Response {
	if r.sentFrom == nil || len(response.Effects) == 0 || response.Effects[0].Kind != chat.Post {
		return response
	}
	r = b.withChoices(ctx, r)
	confirmation := chat.Effect{Kind: chat.Whisper, Message: chat.Message{
		Text: below(r.Own.Text(words.DonePlayed{Square: square}), r.channelGameLine(game.Unfinished{Game: g})),
	}}
	if r.control.Verb != "" { // the pressed message asked which game the move is for
		confirmation.Kind = chat.Edit
	}
	response.Effects = append([]chat.Effect{confirmation}, response.Effects...)
	return response
}

func (r *request) runningGames(games []game.Unfinished) chat.Text {
	return append(r.Own.Text(words.GamesHere{}), r.numberedGames(games)...)
}

// busyRefusal refuses a start because a game already runs in the place, and offers alternatives.
func (r *request) busyRefusal(g game.Game) error {
	color, seated := g.Side(r.by)
	switch {
	case seated && (g.Mode == game.Duel || g.AgainstEngine()):
		var plays words.Message = words.YouPlay{Color: color}
		if g.AgainstEngine() {
			plays = words.BusyBot{Move: g.Number()}
		}
		return refused(plays).offering(func(r *request) []chat.Row {
			return r.withThread(
				card.Button(r.Own, words.ShowButton{}, control.For(g, "board", control.Aside)),
				card.Button(r.Own, words.StopButton{}, control.For(g, "stop", control.Aside)),
			)
		})
	case g.SeatFree() && !seated:
		return seatRefusal(g)
	case g.Mode == game.Voted:
		return refused(words.BusyVote{Starter: words.Name(g.Starter), Move: g.Number()}).offering(threadOnly)
	case g.Mode == game.Open:
		return refused(describeRunning(g), words.BusyJoinIn{}).offering(threadOnly)
	default:
		return refused(describeRunning(g), words.BusyWatch{}).offering(threadOnly)
	}
}

func describeRunning(g game.Game) words.Message {
	if g.Mode == game.Open {
		return words.BusyOpen{Starter: words.Name(g.Starter), Move: g.Number()}
	}
	return words.Busy{Black: words.Name(g.Player(rules.Black)), White: words.Name(g.Player(rules.White)), Move: g.Number()}
}

// seatRefusal refuses an action in a duel that waits for a second player, and offers the seat.
func seatRefusal(g game.Game) *refusal {
	color := rules.Black
	if g.Player(color) != game.Nobody {
		color = rules.White
	}
	return refused(words.SeatFree{Holder: words.Name(g.Player(color.Opponent())), Color: color}).offering(func(r *request) []chat.Row {
		return []chat.Row{card.Row(card.Primary(card.Button(r.Own, words.JoinButton{}, control.For(g, "join", control.Aside))))}
	})
}

// threadButton returns a button that starts the same game in a thread. It reports false if that is
// not possible.
func threadButton(r *request) (chat.Button, bool) {
	if !r.Limits.Threads || r.Threadless || r.Place.Thread != "" {
		return chat.Button{}, false
	}
	var said []string
	for _, key := range []string{"with", "color", "level", "vote"} {
		if value := r.args.Text(key); value != "" {
			said = append(said, strings.ToLower(value))
		}
	}
	if value := r.args.Text("handicap"); value != "" {
		said = append(said, "handicap:"+value) // the prefix keeps a handicap from being read as a level
	}
	if r.args.Flag("coach") {
		said = append(said, "coach")
	}
	action := control.Control{Verb: "thread", Arg: strings.Join(said, ".")}
	return card.Button(r.Own, words.ThreadButton{}, action.String()), true
}

// withThread returns one row with the buttons and, if possible, the thread button.
func (r *request) withThread(buttons ...chat.Button) []chat.Row {
	if thread, ok := threadButton(r); ok {
		buttons = append(buttons, thread)
	}
	if len(buttons) == 0 {
		return nil
	}
	return []chat.Row{card.Row(buttons...)}
}

func threadOnly(r *request) []chat.Row { return r.withThread() }

// inThread asks the adapter to open a thread and to send the request again from there. It refuses if
// the channel has no room for the next game.
func (b *Bot) inThread(ctx context.Context, r *request, next game.Game) (chat.Response, error) {
	if err := b.checkRoom(ctx, r, next, ""); err != nil {
		return chat.Response{}, err
	}
	if err := b.Table.RecordDelivery(ctx, r.room, r.delivery(), r.Now); err != nil {
		return chat.Response{}, err
	}
	return chat.Response{Effects: []chat.Effect{{Kind: chat.OpenThread, Message: chat.Message{Text: r.All.Text(words.ThreadTitle{})}}}}, nil
}

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
