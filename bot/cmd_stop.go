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
	if c := r.openChallenge(); err != nil && r.nothingHere() && r.Moderator && c != nil {
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

// openChallenge is the oldest challenge in the place that nobody has answered, nil if there
// is none.
func (r *request) openChallenge() *game.Game {
	for _, c := range r.room.Challenges {
		if c.Phase == game.Challenged {
			return c
		}
	}
	return nil
}
