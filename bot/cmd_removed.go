package bot

import (
	"context"
	"errors"

	"othellobot/chat"
)

var errNoTenant = errors.New("the bot was removed by no tenant")

// told does what follows from what a platform tells. Nobody is there to be
// answered.
func (b *Bot) told(ctx context.Context, a chat.Action) error {
	if a.Verb != chat.VerbRemoved {
		return nil
	}
	if a.Place.Platform == "" || a.Place.Thread != "" || a.Place.Team == "" && a.Place.Channel == "" {
		return errNoTenant // else the places of all who have no team would go
	}
	return b.Table.Purge(ctx, a.Place.Prefix())
}
