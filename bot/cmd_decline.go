package bot

import (
	"context"
	"errors"

	"othellobot/chat"
	"othellobot/game"
)

func declineAction() action {
	return action{
		Command: chat.Command{
			Name: "decline", Help: "Decline a challenge, or take back your own",
			Parameters: []chat.Parameter{{Name: "challenger", Help: "Whose challenge, if there are several", Type: chat.TypeUser}},
		},
		onlyText: true, run: (*Bot).decline, press: (*Bot).pressDecline, done: "The challenge is off.",
	}
}

func (b *Bot) decline(ctx context.Context, r *request) (chat.Response, error) {
	g, err := r.challengeTo(r.by)
	if errors.Is(err, errNoChallenge) && !r.args.has("challenger") {
		g, err = r.challengeBy(r.by)
	}
	if err != nil {
		return chat.Response{}, err
	}
	return b.endChallenge(ctx, r, g.ID, game.Game.Decline)
}

func (b *Bot) pressDecline(ctx context.Context, r *request) (chat.Response, error) {
	return b.endChallenge(ctx, r, r.control.game, game.Game.Decline)
}

// challengeBy is the player's own unanswered challenge in the place.
func (r *request) challengeBy(p game.Player) (game.Game, error) {
	for _, c := range r.room.Challenges {
		if c.Phase == game.Challenged && c.Starter == p {
			return *c, nil
		}
	}
	return game.Game{}, errNoChallenge
}

// endChallenge ends a challenge without a duel, and shows what became of it: in
// its message, or where that is not the answer, in a new one.
func (b *Bot) endChallenge(ctx context.Context, r *request, id game.ID, operation game.Operation) (chat.Response, error) {
	out, err := b.do(ctx, r, game.Proposal{Game: id, Operation: operation, Slots: func(_ *game.Game, after game.Game) []game.SlotChange {
		return []game.SlotChange{{Game: after.ID, Name: challengeSlot, Act: game.Retire}}
	}})
	if err != nil {
		return chat.Response{}, err
	}
	m := chat.Message{Text: chat.Say(ending(out.Game, *out.Game.Result), ".")}
	if r.prompted() && r.pressed() {
		return chat.Response{Effects: []chat.Effect{{Kind: chat.Edit, Message: m}}}, nil
	}
	effects := []chat.Effect{{Kind: chat.Post, Message: m}}
	for _, s := range out.Retired {
		if ref := chat.MessageRef(s.Ref); r.prompted() {
			effects = append(effects, chat.Effect{Kind: chat.Remove, Ref: ref})
		} else {
			effects[0].Kind, effects[0].Ref = chat.Edit, ref
		}
	}
	return chat.Response{Effects: effects}, nil
}
