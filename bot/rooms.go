package bot

import (
	"context"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
	"othellobot/words"
)

// moveToThread moves a new game to a thread when the channel is busy. It refuses the game if that
// is not possible, or if the actor more likely wants the running game. If the actor starts the same
// game twice, it shows the running one.
func (b *Bot) moveToThread(ctx context.Context, r *request, running, next game.Game) (chat.Response, error) {
	if r.startsAgain(running, next) {
		response, err := b.boardOf(ctx, r.noting(nil), running)
		response.Done = r.Own.Text(words.DoneBoard{})
		return response, err
	}
	_, seated := running.Side(r.by)
	joins := running.SeatFree() && !seated && (next.Mode == game.Open || next.SeatFree())
	if !r.canMoveToThread() || joins || seated && running.AgainstEngine() {
		return chat.Response{}, r.busy(running)
	}
	return b.inThread(ctx, r, next)
}

// canMoveToThread reports whether the request can arrive again from a thread opened for it.
func (r *request) canMoveToThread() bool {
	return r.action.begins && !r.pressed() && r.Limits.Threads && !r.Unthreaded && r.Place.Thread == ""
}

// playedThere confirms a move to the actor if the game is shown in another place.
func (b *Bot) playedThere(ctx context.Context, r *request, response chat.Response, g game.Game, square rules.Square) chat.Response {
	if r.from == nil || len(response.Effects) == 0 || response.Effects[0].Kind != chat.Post {
		return response
	}
	r = b.knowing(ctx, r)
	told := chat.Effect{Kind: chat.Whisper, Message: chat.Message{
		Text: below(r.Own.Text(words.DonePlayed{Square: square}), r.listedHere(game.Unfinished{Game: g})),
	}}
	if r.control.Verb != "" { // on the message that asked for the game
		told.Kind = chat.Edit
	}
	response.Effects = append([]chat.Effect{told}, response.Effects...)
	return response
}

// gamesRunning lists the games that run in a channel.
func (r *request) gamesRunning(games []game.Unfinished) chat.Text {
	return append(r.Own.Text(words.GamesHere{}), r.listHere(games)...)
}
