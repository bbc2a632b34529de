package bot

import (
	"context"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
)

// challenge puts a duel to somebody, who has to accept it first.
func (b *Bot) challenge(ctx context.Context, r request, w wish) (chat.Response, error) {
	return b.propose(ctx, r, b.wished(r, w))
}

// propose posts a new challenge.
func (b *Bot) propose(ctx context.Context, r request, g game.Game) (chat.Response, error) {
	challenger, challenged := g.Challenge()
	if err := b.mayChallenge(ctx, r, challenger, challenged); err != nil {
		return chat.Response{}, err
	}
	g, err := b.Table.Add(ctx, r.room, g, r.occasion())
	if err != nil {
		return chat.Response{}, err
	}
	return chat.Response{Effects: []chat.Effect{{
		Kind: chat.Post, Message: challengeMessage(r, g),
		Game: gameID(g), Slot: chat.SlotChallenge, Version: uint64(g.Version),
	}}, Done: chat.Say("The challenge is made.")}, nil
}

// mayChallenge is nil unless the challenge would be a nuisance.
func (b *Bot) mayChallenge(ctx context.Context, r request, challenger, challenged game.Player) error {
	if challenger == challenged {
		return errSelfChallenge
	}
	if err := b.mayDuel(ctx, r, challenger); err != nil {
		return err
	}
	duels, err := b.Table.Duels(ctx, challenged, r.now)
	if err != nil {
		return err
	}
	for _, c := range duels.Refused {
		if c.Starter == challenger {
			return &peaceError{Player: challenged, Until: c.Since().Add(game.DeclinePeace)}
		}
	}
	received := 0
	for _, c := range duels.Open {
		if c.Starter != challenged {
			received++
		}
	}
	if received >= maxReceived {
		return &manyChallengesError{Player: challenged}
	}
	return nil
}

// challengeMessage asks the challenged player, telling the colours beforehand.
func challengeMessage(r request, g game.Game) chat.Message {
	challenger, challenged := g.Challenge()
	color, _ := g.Side(challenger)
	who := chat.Say(mention(challenged))
	if r.room.Settings.Pings == game.PingOff {
		who = chat.Say(name(challenged))
	}
	return chat.Message{
		Text: chat.Say(
			name(challenger), " (", color, ") challenges ", who, " (", color.Opponent(),
			") to a duel. ", rules.Black, " moves first; the challenge lapses in 24 hours.",
		),
		Controls: []chat.Row{{Buttons: []chat.Button{
			{Label: "Accept", Action: controlFor(g, "accept", ""), Style: chat.StylePrimary},
			{Label: "Decline", Action: controlFor(g, "decline", "")},
		}}},
	}
}

// answered shows what became of a challenge, in its message if that is known.
func answered(r request, g game.Game) chat.Response {
	posted, known := r.room.Posted(g.ID, string(chat.SlotChallenge))
	m := chat.Message{Text: chat.Say(ending(g, *g.Result), ".")}
	switch {
	case r.pressed() && r.prompted():
		return chat.Response{Effects: []chat.Effect{{Kind: chat.Edit, Message: m}}}
	case known && !r.prompted():
		return chat.Response{Effects: []chat.Effect{{Kind: chat.Edit, Ref: chat.MessageRef(posted.Ref), Message: m}}}
	}
	effects := []chat.Effect{{Kind: chat.Post, Message: m}}
	if known {
		effects = append(effects, chat.Effect{Kind: chat.Remove, Ref: chat.MessageRef(posted.Ref)})
	}
	return chat.Response{Effects: effects}
}
