package discord

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"othellobot/chat"
)

// probe finds out whether a channel is there or, where the place has none, whether its
// server has the bot, and tells it. What the bot is not shown may be either.
func (a *Adapter) probe(ctx context.Context, place chat.Place) error {
	if a.standings.of(channelOf(place)).outside {
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
