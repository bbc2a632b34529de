package bot

import (
	"context"

	"othellobot/bot/card"
	"othellobot/chat"
	"othellobot/game"
)

// do makes a proposal of the request's.
func (b *Bot) do(ctx context.Context, r *request, p game.Proposal) (game.Outcome, error) {
	p.By, p.Now, p.Delivery = r.by, r.Now, r.delivery()
	r.about = p.Game
	out, err := b.Table.Do(ctx, r.room, p)
	r.sees(out.Room)
	if err == nil {
		board, _ := out.Slot(card.BoardSlot)
		r.Post = board.Post
		r.concern(out)
		b.reviewLater(out)
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

// reviewLater has a game reviewed that has just ended with a result.
func (b *Bot) reviewLater(out game.Outcome) {
	for _, e := range out.Events {
		if e, ended := e.(game.Ended); ended && e.Result.Reason <= game.Claimed && b.reviews.Reviewable(out.Game) {
			b.reviews.Later(out.Game)
		}
	}
}
