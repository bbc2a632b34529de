package bot

import (
	"context"

	"othellobot/chat"
	"othellobot/game"
)

func rematchVerb() verb {
	return verb{words: true, Command: chat.Command{
		Name: "rematch", Help: "The same game again, with colours swapped",
	}, run: (*Bot).rematch}
}

func (b *Bot) rematch(ctx context.Context, r request) (chat.Response, error) {
	if r.room.Last == nil {
		return chat.Response{}, errNoGame
	}
	return b.rematchOf(ctx, r, *r.room.Last)
}

func (b *Bot) pressRematch(ctx context.Context, r request) (chat.Response, error) {
	g, err := r.pressedGame()
	if err != nil {
		return chat.Response{}, err
	}
	return b.rematchOf(ctx, r, g)
}

// rematchOf begins a rematch or proposes it to the opponent. The end of the old
// game stays where it is.
func (b *Bot) rematchOf(ctx context.Context, r request, old game.Game) (chat.Response, error) {
	next, err := old.Rematch(b.newID(), r.by, r.now)
	if err != nil {
		return chat.Response{}, err
	}
	r.Control, r.Message = "", "" // answered like a command, below the end card
	if next.Phase == game.Challenged {
		return b.propose(ctx, r, next)
	}
	return b.begin(ctx, r, next, chat.Say(name(r.by), " plays again"))
}
