package bot

import (
	"context"

	"othellobot/game"
	"othellobot/rules"
	"othellobot/words"
)

// standing tells, after a duel of two people, who of them has won how often in
// its place. It is nil where nobody has, or where that cannot be found out: the end
// of a game is shown in any case.
func (b *Bot) standing(ctx context.Context, g game.Game) words.Message {
	black, white := g.Player(rules.Black), g.Player(rules.White)
	if g.Mode != game.Duel || g.AgainstEngine() || black == game.Nobody || white == game.Nobody {
		return nil
	}
	byBlack, byWhite, err := b.Table.Tally(ctx, g.Place, black, white)
	switch {
	case err != nil || byBlack+byWhite == 0:
		return nil
	case byBlack > byWhite:
		return words.Leads{Leader: words.Name(black), Other: words.Name(white), Score: score(byBlack, byWhite)}
	case byBlack < byWhite:
		return words.Leads{Leader: words.Name(white), Other: words.Name(black), Score: score(byWhite, byBlack)}
	default:
		return words.Level{Black: words.Name(black), White: words.Name(white), Score: score(byBlack, byWhite)}
	}
}
