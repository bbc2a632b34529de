package bot

import (
	"context"
	"fmt"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
)

// standing tells, after a duel of two people, who of them has won how often in
// its place: " Ana leads Bo 3–2 here." It is nothing where nobody has, or where
// that cannot be found out: the end of a game is shown in any case.
func (b *Bot) standing(ctx context.Context, g game.Game) chat.Text {
	black, white := g.Player(rules.Black), g.Player(rules.White)
	if g.Mode != game.Duel || g.AgainstEngine() || black == game.Nobody || white == game.Nobody {
		return nil
	}
	byBlack, byWhite, err := b.Table.Tally(ctx, g.Place, black, white)
	switch {
	case err != nil || byBlack+byWhite == 0:
		return nil
	case byBlack > byWhite:
		return chat.Say(" ", name(black), " leads ", name(white), fmt.Sprintf(" %d–%d here.", byBlack, byWhite))
	case byBlack < byWhite:
		return chat.Say(" ", name(white), " leads ", name(black), fmt.Sprintf(" %d–%d here.", byWhite, byBlack))
	default:
		return chat.Say(" ", name(black), " and ", name(white), fmt.Sprintf(" are level at %d–%d here.", byBlack, byWhite))
	}
}
