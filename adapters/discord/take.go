package discord

import (
	"context"
	"encoding/json"
	"time"

	"github.com/bwmarrin/discordgo"
)

// responder makes the responder to an interaction, from which something may be
// learned of where it comes from.
func (a *Adapter) responder(in interaction, received time.Time) *responder {
	if in.Type == discordgo.InteractionModalSubmit {
		in.Message = nil // a form that was sent is answered as a command is, wherever it was opened
	}
	x := &responder{Adapter: a, in: in, received: received, awaited: received, place: in.place()}
	if who := in.person(); who != nil {
		a.encoder.names.Put(who.ID, who.name())
	}
	x.grant = grant{application: in.ApplicationID, token: in.Token, until: received.Add(tokenLife), member: in.isMember()}
	if x.grant.member {
		a.notMember.Take(in.ChannelID)
		if in.may(discordgo.PermissionViewChannel) {
			a.cannotSee.Take(in.ChannelID)
			if in.may(discordgo.PermissionSendMessages | discordgo.PermissionSendMessagesInThreads) {
				a.cannotSend.Forget(in.ChannelID)
			}
		}
	} else {
		a.notMember.Add(in.ChannelID)
		x.grant.followUps = newFollowUps()
	}
	return x
}

// fromGateway takes an interaction that came by the gateway.
func (a *Adapter) fromGateway(raw []byte) {
	received := time.Now()
	var in interaction
	if err := json.Unmarshal(raw, &in); err != nil || !snowflake(in.ID) || in.Type == discordgo.InteractionPing {
		a.log.Warn("an interaction that cannot be read")
		return
	}
	if made, err := discordgo.SnowflakeTimestamp(in.ID); err == nil {
		a.heard(made)
	}
	x := a.responder(in, received)
	x.awaited = awaitedSince(in.ID, received)
	x.respond = func(ctx context.Context, c callback) (string, error) {
		ctx, cancel := context.WithDeadline(ctx, x.awaited.Add(answerWithin))
		defer cancel()
		return a.api.respond(ctx, in.ID, in.Token, c)
	}
	a.intake.Do(x.run)
}

// maxAge is how old an interaction counts as at most, so that its answer has time for one
// attempt even where the clock is ahead by that much.
const maxAge = answerWithin - time.Second

// awaitedSince tells since when Discord waits for the answer to an interaction: since it was made,
// which its id tells by Discord's clock. The gateway sends what was missed again after a
// resume, and of one that arrives at 2.9 s only 0.1 s are left: counted from its arrival, it
// would be acted upon, and the answer would come too late. Where the two times are further
// apart than that can be, the computer's clock is wrong, and the arrival counts.
func awaitedSince(id string, received time.Time) time.Time {
	made, err := discordgo.SnowflakeTimestamp(id)
	if age := received.Sub(made); err == nil && age > 0 && age < answerWithin {
		return received.Add(-min(age, maxAge))
	}
	return received
}
