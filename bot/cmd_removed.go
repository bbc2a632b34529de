package bot

import (
	"context"
	"errors"

	"othellobot/chat"
	"othellobot/game"
)

var (
	errNoTenant     = errors.New("the bot was removed by no tenant")
	errClockInDoubt = errors.New("the clock is in doubt, so the time of the removal is unknown")
)

func (b *Bot) onPlatformEvent(ctx context.Context, a chat.Action) (chat.Response, error) {
	switch a.Verb {
	case chat.VerbRemoved, chat.VerbPresent:
		return chat.Response{}, b.removed(ctx, a)
	case chat.VerbHome:
		return b.home(ctx, a)
	default:
		return chat.Response{}, nil
	}
}

// removed records that a place is gone, or that it is back.
func (b *Bot) removed(ctx context.Context, a chat.Action) error {
	switch {
	case a.Place.Platform == "" || a.Place.Thread != "" || a.Place.Team == "" && a.Place.Channel == "":
		return errNoTenant // an empty team would match the places of all tenants without a team
	case a.Verb == chat.VerbPresent:
		return b.Tombstones.Revive(ctx, a.Place.Prefix())
	case !b.Clock.Trusted():
		return errClockInDoubt
	case a.Place.Channel == "":
		return b.Tombstones.Bury(ctx, game.NewTombstone(a.Place.Prefix(), game.LossOfTenant, b.Clock.Now()))
	default:
		return b.Tombstones.Bury(ctx, game.NewTombstone(a.Place.Prefix(), game.LossOfPlace, b.Clock.Now()))
	}
}
