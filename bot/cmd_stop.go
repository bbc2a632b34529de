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

// maxUnasked limits the moves of a game that stop ends without confirmation. Loaded moves do not
// count.
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

// stopNow stops a game, or asks the other side to agree.
func (b *Bot) stopNow(ctx context.Context, r *request, id game.ID) (chat.Response, error) {
	r, out, err := b.change(ctx, r, id, game.Stop(r.Moderator))
	if err != nil {
		return chat.Response{}, err
	}
	response := b.showAnswer(ctx, r, out)
	if out.Game.Ask != nil && out.Game.Mode == game.Duel {
		offer := r.whisper(words.OrResign{})
		response.Effects = append(response.Effects, offer.Effects...)
	}
	return response, nil
}
