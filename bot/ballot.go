package bot

import (
	"context"
	"errors"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
	"othellobot/words"
)

// vote records the actor's vote. If at is set, the vote counts only at that moment of the game.
// Only the actor sees a confirmation; the board shows the number of votes later.
func (b *Bot) vote(ctx context.Context, r *request, id game.ID, square rules.Square, at *game.Moment) (chat.Response, error) {
	wish := game.Wish{By: r.by, Square: square, At: at, Now: r.Now, Trial: r.trial != nil}
	if r.Delivery != "" && r.trial == nil {
		wish.Delivery = game.Delivery(r.Place.Platform + "/" + string(r.Delivery))
	}
	if err := b.claim(ctx, r); err != nil {
		return chat.Response{}, err
	}
	g, err := b.Table.Vote(ctx, r.room, id, wish)
	switch {
	case errors.Is(err, game.ErrDuplicate) && r.pressed():
		return chat.Response{}, nil
	case errors.Is(err, game.ErrOtherPosition):
		return chat.Response{}, r.refusing(id, err)
	case errors.Is(err, game.ErrClosed), errors.Is(err, game.ErrStale) && at != nil:
		return chat.Response{}, tooLate(g, at)
	case err != nil:
		return chat.Response{}, r.refusing(id, r.illegal(id, err))
	}
	until := g.Closes()
	if g.Resting() {
		until = r.Now.Add(g.Ballot.Window)
	}
	return r.whisper(words.YourVote{Square: square, Until: r.When(until)}), nil
}

// tooLate refuses a vote for a turn that is over or whose votes are being counted.
func tooLate(g game.Game, at *game.Moment) *refusal {
	if at != nil {
		if square, by, ok := g.MoveAt(at.Turn); ok && by == game.Channel {
			return refused(words.VoteLate{Square: square})
		}
	}
	return refused(words.VoteClosed{})
}
