package bot

import (
	"context"
	"errors"

	"othellobot/chat"
	"othellobot/game"
)

var (
	errNoTenant = errors.New("the bot was removed by no tenant")
	errDoubtful = errors.New("nobody knows since when something is gone, for the clock is in doubt")
)

// told does what follows from what a platform tells or asks.
func (b *Bot) told(ctx context.Context, a chat.Action) (chat.Response, error) {
	switch a.Verb {
	case chat.VerbRemoved, chat.VerbPresent:
		return chat.Response{}, b.removed(ctx, a)
	case chat.VerbHome:
		return b.home(ctx, a)
	default:
		return chat.Response{}, nil
	}
}

// removed notes that a place is not there any more, or is there after all. Nobody is
// there to be answered.
func (b *Bot) removed(ctx context.Context, a chat.Action) error {
	switch {
	case a.Place.Platform == "" || a.Place.Thread != "" || a.Place.Team == "" && a.Place.Channel == "":
		return errNoTenant // else the places of all who have no team would go
	case a.Verb == chat.VerbPresent:
		return b.Tombstones.Revive(ctx, a.Place.Prefix())
	case !b.Clock.Trusted():
		return errDoubtful
	case a.Place.Channel == "":
		return b.Tombstones.Bury(ctx, game.Lost(a.Place.Prefix(), game.LossOfTenant, b.Clock.Now()))
	default:
		return b.Tombstones.Bury(ctx, game.Lost(a.Place.Prefix(), game.LossOfPlace, b.Clock.Now()))
	}
}
