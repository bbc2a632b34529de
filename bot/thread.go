package bot

import (
	"context"

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
	return r.action.begins && !r.pressed() && r.Limits.Threads && !r.CannotOpenThread && r.Place.Thread == ""
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
