package game

import (
	"cmp"
	"slices"

	"othellobot/rating"
)

// SeasonTable ranks the players with enough rated games in a season.
type SeasonTable struct {
	Best     []Rating // best first, by rating after the last game of the season
	Climber  Rating   // the player with the largest gain; Player is Nobody if there is none
	Sociable Rating   // the player with the most opponents
}

// SeasonTableOf returns the table of a season with up to most players in Best. Players who have
// played in two later seasons cannot be Climber or Sociable, because their gains and opponents are
// no longer known.
func SeasonTableOf(season rating.Season, people []Rating, most int) (t SeasonTable) {
	for _, r := range people {
		if r.In(season).EnoughGames() {
			t.Best = append(t.Best, r)
		}
	}
	slices.SortFunc(t.Best, func(a, b Rating) int {
		return cmp.Or(cmp.Compare(b.In(season).To, a.In(season).To), cmp.Compare(a.Player, b.Player))
	})
	for _, r := range t.Best {
		if gain(r.In(season)) > gain(t.Climber.In(season)) {
			t.Climber = r
		}
		if r.In(season).Opponents > t.Sociable.In(season).Opponents {
			t.Sociable = r
		}
	}
	t.Best = t.Best[:min(most, len(t.Best))]
	return t
}

// People returns the players named in the table, each once.
func (t SeasonTable) People() (named []Player) {
	for _, r := range append(slices.Clip(t.Best), t.Climber, t.Sociable) {
		if r.Player != Nobody && !slices.Contains(named, r.Player) {
			named = append(named, r.Player)
		}
	}
	return named
}

func gain(t rating.Term) rating.Points { return t.To - t.From }
