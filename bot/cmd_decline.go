package bot

import (
	"context"
	"errors"

	"othellobot/bot/card"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/words"
)

func declineAction() action {
	return command("decline", words.DeclineHelp{}, (*Bot).decline, challengerParameter()).
		textOnly().pressing((*Bot).decline).saying(words.DoneDeclined{})
}

func (b *Bot) decline(ctx context.Context, r *request) (chat.Response, error) {
	g, err := r.controlledOr(r.challengeTo)
	if asked, ok := r.asPressed("refuse"); ok && errors.Is(err, errNoChallenge) {
		return b.pressRefuse(ctx, asked)
	}
	if own := r.challengesBy(); errors.Is(err, errNoChallenge) && !r.args.Has("challenger") && len(own) > 0 {
		g, err = own[0], nil
	}
	if err != nil {
		return chat.Response{}, err
	}
	return b.endChallenge(ctx, r, g.ID, game.Game.Decline)
}

// endChallenge edits the challenge's message, or posts a new one if the user typed the command.
func (b *Bot) endChallenge(ctx context.Context, r *request, id game.ID, operation game.Operation) (chat.Response, error) {
	act := game.Revise
	if r.typed() {
		act = game.Reserve
	}
	r, out, err := b.do(ctx, r, game.Proposal{
		Game: id, Operation: operation, Display: slotDisplay(game.ChallengeSlot, act),
	})
	if err != nil {
		return chat.Response{}, err
	}
	slot, _ := out.Slot(game.ChallengeSlot)
	if !r.fromUser() {
		return changeResponse(out, r.showLater(slot)), nil
	}
	e := chat.Effect{
		Kind: chat.Edit, Subject: r.shownState(slot, slot.Want),
		Message: chat.Message{Text: r.All.Text(card.Ending(out.Game, *out.Game.Result)...)},
	}
	if r.typed() {
		e.Kind = chat.Post
	}
	effects := []chat.Effect{e}
	for _, s := range out.Retired {
		effects = append(effects, chat.Effect{Kind: chat.Remove, Ref: chat.MessageRef(s.Ref)})
	}
	return changeResponse(out, effects...), nil
}
