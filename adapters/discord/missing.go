package discord

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"othellobot/chat"
)

// probe checks whether a channel exists or, if the place has no channel, whether the bot is in the
// server. It reports Discord's answer to the handler, or returns an error if the answer shows
// neither.
func (a *Adapter) probe(ctx context.Context, place chat.Place) error {
	if a.standings.get(channelOf(place)).notMember {
		return errOutOfReach
	}
	what, id := "channels", channelOf(place)
	if place.Channel == "" {
		what, id = "guilds", place.Team
	}
	_, err := a.api.lookUp(ctx, what, id, false)
	switch {
	case err == nil:
		a.intake.Tell(ctx, a.log, chat.VerbPresent, place)
	case has(err, discordgo.ErrCodeUnknownChannel, discordgo.ErrCodeUnknownGuild):
		a.intake.Tell(ctx, a.log, chat.VerbRemoved, place)
		err = nil
	}
	return err
}
