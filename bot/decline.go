package bot

import (
	"context"
	"errors"

	"othellobot/chat"
	"othellobot/game"
)

func declineVerb() verb {
	return verb{words: true, Command: chat.Command{
		Name: "decline", Help: "Decline a challenge, or take back your own",
		Parameters: []chat.Parameter{{Name: "challenger", Help: "Whose challenge, if there are several", Type: chat.TypeUser}},
	}, run: (*Bot).decline, done: "The challenge is off."}
}

func (b *Bot) decline(ctx context.Context, r request) (chat.Response, error) {
	g, err := r.challengeTo(r.by)
	if errors.Is(err, errNoChallenge) && !r.args.has("challenger") {
		g, err = r.challengeBy(r.by)
	}
	if err != nil {
		return chat.Response{}, err
	}
	return b.declineGame(ctx, r, g.ID)
}

func (b *Bot) pressDecline(ctx context.Context, r request) (chat.Response, error) {
	return b.declineGame(ctx, r, r.press.game)
}

func (b *Bot) declineGame(ctx context.Context, r request, id game.ID) (chat.Response, error) {
	g, _, err := b.update(ctx, r, id, func(g game.Game) (game.Game, []game.Event, error) { return g.Decline(r.by, r.now) })
	if err != nil {
		return chat.Response{}, err
	}
	return answered(r, g), nil
}

// challengeBy is the player's own unanswered challenge in the place.
func (r request) challengeBy(p game.Player) (game.Game, error) {
	for _, c := range r.room.Challenges {
		if c.Phase == game.Challenged && c.Starter == p {
			return *c, nil
		}
	}
	return game.Game{}, errNoChallenge
}
