package discord

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"othellobot/adapters/internal/exchange"
	"othellobot/chat"
)

// probe finds out whether a channel is there or, where the place has none, whether its
// server has the bot, and tells it. What the bot is not shown may be either.
func (a *Adapter) probe(ctx context.Context, place chat.Place) error {
	if a.notMember.Has(channelOf(place)) {
		return errOutOfReach
	}
	what, id := "channels", channelOf(place)
	if place.Channel == "" {
		what, id = "guilds", place.Team
	}
	err := a.api.exists(ctx, what, id)
	switch {
	case err == nil:
		a.tell(ctx, chat.VerbPresent, place)
	case has(err, discordgo.ErrCodeUnknownChannel, discordgo.ErrCodeUnknownGuild):
		a.tell(ctx, chat.VerbRemoved, place)
		err = nil
	}
	return err
}

// tell tells the handler something about a channel or a server.
func (a *Adapter) tell(ctx context.Context, verb string, of chat.Place) {
	handler := a.intake.Handler()
	exchange.Ask(ctx, a.log, func() (chat.Response, error) {
		return handler.Handle(ctx, chat.Action{Origin: chat.OriginPlatform, Verb: verb, Place: of})
	})
}
