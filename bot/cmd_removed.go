package bot

import (
	"context"
	"errors"

	"othellobot/chat"
)

var errNoTenant = errors.New("the bot was removed by no tenant")

// told does what follows from what a platform tells or asks.
func (b *Bot) told(ctx context.Context, a chat.Action) (chat.Response, error) {
	switch a.Verb {
	case chat.VerbRemoved:
		return chat.Response{}, b.removed(ctx, a)
	case chat.VerbHome:
		return b.home(ctx, a)
	default:
		return chat.Response{}, nil
	}
}

// removed forgets places. Nobody is there to be answered.
func (b *Bot) removed(ctx context.Context, a chat.Action) error {
	if a.Place.Platform == "" || a.Place.Thread != "" || a.Place.Team == "" && a.Place.Channel == "" {
		return errNoTenant // else the places of all who have no team would go
	}
	return b.Table.Purge(ctx, a.Place.Prefix())
}
