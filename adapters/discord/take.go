package discord

import (
	"context"
	"encoding/json"
	"time"

	"github.com/bwmarrin/discordgo"
)

// exchange begins the exchange for an interaction.
func (a *Adapter) exchange(in interaction, received time.Time) *exchange {
	x := &exchange{Adapter: a, in: in, received: received, place: in.place()}
	x.grant = grant{application: in.ApplicationID, token: in.Token, until: received.Add(tokenLife), member: in.isMember()}
	if x.grant.member {
		a.outside.take(in.ChannelID)
	} else {
		a.outside.add(in.ChannelID)
		x.grant.followUps = &followUps{left: maxUserFollowUps}
	}
	return x
}

// fromGateway takes an interaction that came by the gateway.
func (a *Adapter) fromGateway(raw []byte) {
	received := time.Now()
	var in interaction
	if err := json.Unmarshal(raw, &in); err != nil || !snowflake(in.ID) || in.Type == discordgo.InteractionPing {
		a.Log.Warn("an interaction that cannot be read")
		return
	}
	x := a.exchange(in, received)
	x.respond = func(ctx context.Context, c callback) (string, error) {
		return a.api.respond(ctx, in.ID, in.Token, c, received.Add(answerWithin))
	}
	a.intake.do(x.run)
}
