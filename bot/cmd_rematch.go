package bot

import (
	"context"

	"othellobot/bot/card"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/words"
)

func rematchAction() action {
	return command("rematch", words.RematchHelp{}, (*Bot).rematch, ratedOrNot()).
		textOnly().pressing((*Bot).rematch).withNewMessage().saying(words.DoneBegun{})
}

// rematch leaves the message of the old game as it is.
func (b *Bot) rematch(ctx context.Context, r *request) (chat.Response, error) {
	old, err := r.controlledOr(r.shownGame)
	if err != nil {
		return chat.Response{}, err
	}
	next, err := old.Rematch(b.newID(), r.by, r.Now)
	if err != nil {
		return chat.Response{}, err
	}
	if next.Coached {
		next.Level = uint8(r.choices.Coaching.Plays())
	}
	if next.Phase == game.Challenged {
		if next.Rated = next.MayRate() && r.mayRate() && !r.wants(card.Friendly); r.wants(card.Rated) && !next.Rated {
			return chat.Response{}, refused(words.FriendlyOnly{})
		}
		challenger, challenged := next.Challenge()
		proposed := r.openChallenges(func(from, to game.Player) bool { return from == challenged && to == challenger })
		if len(proposed) > 0 {
			return b.acceptGame(ctx, r, proposed[0].ID)
		}
		return b.propose(ctx, r, next)
	}
	var said words.Message = words.PlaysAgain{Player: words.Name(r.by)}
	switch {
	case next.Mode == game.Voted:
		said = card.VoteBegins(next)
	case next.SeatFree():
		said = card.Seeks(next)
	}
	return b.begin(ctx, r, next, card.Story{said})
}
