package bot

import (
	"context"

	"othellobot/bot/card"
	"othellobot/chat"
	"othellobot/game"
)

// card is the message that shows a game to somebody.
func (b *Bot) card(ctx context.Context, v *card.Viewer, g game.Game, happened card.Story) chat.Message {
	return v.Card(g, happened, b.facts(ctx, g))
}

// facts finds out what a card tells beside the game. What cannot be found out is left out:
// the game is shown in any case.
func (b *Bot) facts(ctx context.Context, g game.Game) (f card.Facts) {
	if g.Counts() {
		f.Finished, _ = b.People.Finished(ctx, g.ID)
	}
	if f.Reviewable = b.reviews.Reviewable(g); f.Reviewable {
		if found, known := b.reviews.Known(g); known {
			f.Review = &found
		}
	}
	if g.Mode != game.Voted || g.EngineToMove() {
		return f
	}
	if card.NamesBestVoter(g) {
		f.AllVotes, _ = b.Table.AllVotes(ctx, g)
	}
	if g.Phase == game.Playing && !g.Resting() {
		f.Votes, _ = b.Table.Votes(ctx, g)
	}
	return f
}
