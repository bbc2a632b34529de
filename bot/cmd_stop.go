package bot

import (
	"context"

	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/words"
)

func stopAction() action {
	return action{
		Command: parse.Command{
			Name: "stop", Help: words.StopHelp{},
		},
		run: (*Bot).stop, press: (*Bot).stop, done: words.DoneStopped{},
	}
}

func (b *Bot) stop(ctx context.Context, r *request) (chat.Response, error) {
	g, err := r.active()
	if c := r.openChallenge(); err != nil && r.nothingHere() && c != nil {
		r.action = b.actions["decline"]
		return b.endChallenge(ctx, r, c.ID, game.Game.Clear)
	}
	if err != nil {
		return chat.Response{}, err
	}
	out, err := b.change(ctx, r, g.ID, game.Stop(r.Moderator))
	if err != nil {
		return chat.Response{}, err
	}
	response := b.showAnswer(ctx, r, out)
	if out.Game.Ask != nil && g.Mode == game.Duel {
		offer := r.whisper(words.OrResign{})
		response.Effects = append(response.Effects, offer.Effects...)
	}
	return response, nil
}

// openChallenge is a challenge in the place that nobody has answered and the actor may end:
// their own, or for a moderator the oldest. It is nil if there is none.
func (r *request) openChallenge() *game.Game {
	if own, err := r.challengeBy(r.by); err == nil {
		return &own
	}
	for _, c := range r.room.Challenges {
		if c.Phase == game.Challenged && r.Moderator {
			return c
		}
	}
	return nil
}
