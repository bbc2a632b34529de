package bot

import (
	"context"

	"othellobot/game"
)

// finished returns the record of a game that is over. It is zero if the game does not count, or
// if that cannot be found out: the end of a game is shown in any case.
func (b *Bot) finished(ctx context.Context, g game.Game) game.Finished {
	if !g.Counts() {
		return game.Finished{}
	}
	f, err := b.Table.Finished(ctx, g.ID)
	if err != nil {
		return game.Finished{}
	}
	return f
}
