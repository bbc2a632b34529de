package bot

import (
	"context"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
	"othellobot/words"
)

// apart opens a thread for a game that cannot begin in its busy channel, and refuses it where
// that cannot be, or where something else is more likely to be meant. A game that the actor
// starts a second time is shown instead.
func (b *Bot) apart(ctx context.Context, r *request, running, next game.Game) (chat.Response, error) {
	if r.startsAgain(running, next) {
		response, err := b.boardOf(ctx, r.noting(nil), running)
		response.Done = r.Own.Text(words.DoneBoard{})
		return response, err
	}
	_, seated := running.Side(r.by)
	joins := running.SeatFree() && !seated && (next.Mode == game.Open || next.SeatFree())
	if !r.mayPart() || joins || seated && running.AgainstEngine() {
		return chat.Response{}, r.busy(running)
	}
	return b.inThread(ctx, r, next)
}

// mayPart reports whether the request can come in again from a thread that is opened for it.
func (r *request) mayPart() bool {
	return r.action.begins && !r.pressed() && r.Limits.Threads && !r.Unthreaded && r.Place.Thread == ""
}

// playedThere tells the actor of a move that is shown elsewhere than they are.
func (b *Bot) playedThere(ctx context.Context, r *request, response chat.Response, g game.Game, square rules.Square) chat.Response {
	if r.from == nil || len(response.Effects) == 0 || response.Effects[0].Kind != chat.Post {
		return response
	}
	r = b.knowing(ctx, r)
	told := chat.Effect{Kind: chat.Whisper, Message: chat.Message{
		Text: below(r.Own.Text(words.DonePlayed{Square: square}), r.listedHere(game.Unfinished{Game: g})),
	}}
	if r.control.Verb != "" { // on the message that asked which game was meant
		told.Kind = chat.Edit
	}
	response.Effects = append([]chat.Effect{told}, response.Effects...)
	return response
}

// gamesRunning tells which games run in a channel.
func (r *request) gamesRunning(games []game.Unfinished) chat.Text {
	return append(r.Own.Text(words.GamesHere{}), r.listHere(games)...)
}
