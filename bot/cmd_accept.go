package bot

import (
	"cmp"
	"context"
	"errors"
	"time"

	"othellobot/bot/card"
	"othellobot/bot/control"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/words"
)

func acceptAction() action {
	return command("accept", words.AcceptHelp{}, (*Bot).accept, challengerParameter(), ratedOrNot()).
		textOnly().pressing((*Bot).accept).saying(words.DoneBegun{})
}

func (b *Bot) accept(ctx context.Context, r *request) (chat.Response, error) {
	g, err := r.controlledOr(r.challengeTo)
	if asked, ok := r.asPressed("agree"); ok && errors.Is(err, errNoChallenge) {
		response, err := b.pressAgree(ctx, asked)
		response.Confirmation = r.Own.Text(words.DoneAgreed{})
		return response, err
	}
	if own := r.challengesBy(); errors.Is(err, errNoChallenge) && len(own) > 0 {
		_, challenged := own[0].Challenge()
		return chat.Response{}, refused(words.ChallengeWaits{Challenged: words.Name(challenged)})
	}
	if err != nil {
		return chat.Response{}, err
	}
	return b.acceptGame(ctx, r, g.ID)
}

// acceptGame begins the duel. A pressed challenge message becomes the board; any other one is removed.
func (b *Bot) acceptGame(ctx context.Context, r *request, id game.ID) (chat.Response, error) {
	challenge, _ := r.room.Find(id)
	err := b.checkRoom(ctx, r, challenge, r.room.Place)
	if _, challenged := challenge.Challenge(); challenged == r.by {
		err = cmp.Or(b.checkGameLimit(ctx, r), err)
	}
	if err != nil {
		return chat.Response{}, err
	}
	accept := game.Accept(r.wants(card.Rated))
	if r.wants(card.Rated) && (!r.mayRate() || b.terms(ctx, challenge).Full) {
		accept = refuseRated
	}
	p := r.proposal(id, accept)
	p.ReplaceIdle, p.Display.Changes = b.Clock.Trusted(), []game.SlotChange{{Name: game.ChallengeSlot, Act: game.Retire}}
	r, out, err := b.do(ctx, r, p)
	if busy := (*game.BusyError)(nil); errors.As(err, &busy) {
		return chat.Response{}, refused(describeRunning(busy.Game), words.BusyAccept{})
	}
	if errors.Is(err, game.ErrFriendly) {
		challenge, _ := r.room.Find(id)
		return chat.Response{}, refused(words.FriendlyOnly{}).offer(words.AcceptFriendlyButton{}, control.For(challenge, "accept", control.Private))
	}
	if err != nil {
		return chat.Response{}, err
	}
	answer := b.showGame(r, out, func() chat.Message {
		return b.openingCard(ctx, r, out, r.Happened(out.Game, out.Events))
	})
	if !out.Game.Rated {
		return answer, nil
	}
	if rated, _, err := b.Ladders.Ratings(ctx, out.Game.Place.Tenant(), r.by); err == nil && len(rated) == 0 {
		answer = withWhisper(answer, message(r.Own.Text(words.NowListed{}), hideButton(r.Own, false)))
	}
	return answer, nil
}

func refuseRated(g game.Game, _ game.Player, _ time.Time) (game.Game, []game.Event, error) {
	return g, nil, game.ErrFriendly
}
