package bot

import (
	"context"
	"errors"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
)

// maxReceived is how many challenges may wait for one person's answer.
const maxReceived = 3

// propose posts a new challenge, which the other player has to accept first.
func (b *Bot) propose(ctx context.Context, r *request, g game.Game) (chat.Response, error) {
	challenger, challenged := g.Challenge()
	if err := b.mayChallenge(ctx, r, challenger, challenged); err != nil {
		return chat.Response{}, err
	}
	out, err := b.do(ctx, r, game.Proposal{New: &g, Slots: func(_ *game.Game, after game.Game) []game.SlotChange {
		return []game.SlotChange{{Game: after.ID, Name: challengeSlot, Act: game.Reserve, Want: after.Version}}
	}})
	if waiting := (*game.ChallengeError)(nil); errors.As(err, &waiting) {
		_, challenged := waiting.Game.Challenge()
		return chat.Response{}, refused("Your challenge to ", name(challenged), " still waits here. ", chat.CommandOf("decline"), " takes it back.")
	}
	if err != nil {
		return chat.Response{}, err
	}
	slot, _ := out.Slot(challengeSlot)
	return chat.Response{
		Effects: []chat.Effect{{Kind: chat.Post, Message: challengeMessage(r, out.Game), Shows: r.shows(slot, slot.Want)}},
		Done:    chat.Say("The challenge is made."),
	}, nil
}

// mayChallenge is nil unless the challenge would be a nuisance.
func (b *Bot) mayChallenge(ctx context.Context, r *request, challenger, challenged game.Player) error {
	if challenger == challenged {
		return refused(
			"You cannot challenge yourself. ", chat.CommandOf("start"), " lets you play both sides, and ",
			chat.CommandOf("start bot"), " finds you an opponent.",
		)
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
			until := r.when(c.Since().Add(game.DeclinePeace))
			return refused(name(challenged), " declined your challenge. You can ask again from ", until, " on.")
		}
	}
	received := 0
	for _, c := range duels.Open {
		if c.Starter != challenged {
			received++
		}
	}
	if received >= maxReceived {
		return refused(name(challenged), " has enough challenges to answer. Try again later, or play ", chat.CommandOf("start bot"), ".")
	}
	return nil
}

// challengeMessage asks the challenged player, telling the colours beforehand.
func challengeMessage(r *request, g game.Game) chat.Message {
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
