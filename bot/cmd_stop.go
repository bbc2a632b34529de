package bot

import (
	"context"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/words"
)

func stopAction() action {
	return command("stop", words.StopHelp{}, (*Bot).stop).pressing((*Bot).stop).saying(words.DoneStopped{})
}

// maxUnasked limits the moves, except loaded ones, of a game that stop ends without confirmation.
const maxUnasked = 3

func (b *Bot) stop(ctx context.Context, r *request) (chat.Response, error) {
	g, err := r.controlledOr(r.activeGame)
	endable := r.challengesBy()
	if len(endable) == 0 && r.Moderator {
		endable = r.openChallenges(func(_, _ game.Player) bool { return true })
	}
	if err != nil && r.hasNoGame() && len(endable) > 0 {
		response, err := b.endChallenge(ctx, r, endable[0].ID, game.Game.Clear)
		response.Confirmation = r.Own.Text(words.DoneDeclined{})
		return response, err
	}
	if err != nil {
		return chat.Response{}, err
	}
	stopped, _, err := g.Stop(r.by, r.Moderator, r.Now)
	if err == nil && stopped.Phase == game.Over && len(g.Moves)-int(g.Loaded) > maxUnasked {
		return whisper(r.confirm(g, r.Own.Text(words.ConfirmStop{Move: g.Number()}), words.StopButton{}, "stop-yes")), nil
	}
	return b.stopNow(ctx, r, g.ID)
}

func (b *Bot) pressStop(ctx context.Context, r *request) (chat.Response, error) {
	return b.stopNow(ctx, r.withNote(words.DoneStopped{}), r.control.Game)
}

func (b *Bot) stopNow(ctx context.Context, r *request, id game.ID) (chat.Response, error) {
	return b.doAndShow(ctx, r, r.proposal(id, game.Stop(r.Moderator)), func(ctx context.Context, r *request, out game.Outcome) chat.Response {
		response := b.showAnswer(ctx, r, out)
		if out.Game.Ask != nil && out.Game.Mode == game.Duel {
			response = withWhisper(response, message(r.Own.Text(words.OrResign{})))
		}
		return response
	})
}
