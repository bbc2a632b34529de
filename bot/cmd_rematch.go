package bot

import (
	"context"

	"othellobot/bot/card"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/words"
)

// rematchAction leaves the card of the ended game as it is.
func rematchAction() action {
	return command("rematch", words.RematchHelp{}, (*Bot).rematch, ratedOrNot()).
		textOnly().pressing((*Bot).rematch).withNewMessage().saying(words.DoneBegun{})
}

// rematch begins a rematch or proposes it to the opponent. The card of the old game stays in place.
func (b *Bot) rematch(ctx context.Context, r *request) (chat.Response, error) {
	old, err := r.meant(r.shown)
	if err != nil {
		return chat.Response{}, err
	}
	next, err := old.Rematch(b.newID(), r.by, r.Now)
	if err != nil {
		return chat.Response{}, err
	}
	if next.Coached {
		next.Level = uint8(r.mine.Coaching.Plays())
	}
	if next.Phase == game.Challenged {
		if next.Rated = next.MayRate() && r.mayRate() && !r.wants(card.Friendly); r.wants(card.Rated) && !next.Rated {
			return chat.Response{}, refused(words.FriendlyOnly{})
		}
		if waiting, ok := r.proposedBy(next); ok {
			return b.acceptGame(ctx, r, waiting.ID)
		}
		return b.propose(ctx, r, next)
	}
	if next.Mode == game.Voted {
		return b.begin(ctx, r, next, card.Story{card.VoteBegins(next)})
	}
	return b.begin(ctx, r, next, card.Story{words.PlaysAgain{Player: words.Name(r.by)}})
}

// proposedBy returns the rematch that the opponent has already proposed, if there is one.
func (r *request) proposedBy(mine game.Game) (game.Game, bool) {
	challenger, challenged := mine.Challenge()
	for _, c := range r.room.Challenges {
		from, to := c.Challenge()
		if c.Phase == game.Challenged && from == challenged && to == challenger {
			return *c, true
		}
	}
	return game.Game{}, false
}
