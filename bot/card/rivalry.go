package card

import (
	"othellobot/game"
	"othellobot/words"
)

// rivalry shows how often each of two people has won against the other. It returns nil if neither
// has won, or if a player was forgotten.
func rivalry(f game.Finished) words.Message {
	black, white, t := f.Black, f.White, f.Tally
	switch {
	case !black.Person() || !white.Person() || t.ByBlack+t.ByWhite == 0:
		return nil
	case t.ByBlack > t.ByWhite:
		return words.Leads{Leader: words.Name(black), Other: words.Name(white), Score: Score(t.ByBlack, t.ByWhite)}
	case t.ByBlack < t.ByWhite:
		return words.Leads{Leader: words.Name(white), Other: words.Name(black), Score: Score(t.ByWhite, t.ByBlack)}
	default:
		return words.Level{Black: words.Name(black), White: words.Name(white), Score: Score(t.ByBlack, t.ByWhite)}
	}
}
