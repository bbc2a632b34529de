package bot

import (
	"context"
	"slices"

	"othellobot/game"
	"othellobot/people"
	"othellobot/review"
	"othellobot/rules"
	"othellobot/words"
)

// study stores exercises from a finished game for the people who moved in it. A second call for the
// same game changes nothing.
func (b *Bot) study(ctx context.Context, g game.Game, found review.Review) error {
	if !b.reviews.Reviewable(g) {
		return nil
	}
	moved := make(map[game.Player]bool)
	var sides [2]bool
	for n := range g.Moves {
		if p := g.MovedBy(n + 1); p.Person() && p != game.Channel {
			moved[p], sides[found.Moves[n].Color] = true, true
		}
	}
	var practice []review.Moment
	err := b.reviews.WithJudge(ctx, g.Place, g.Starter, func(judge review.Judge) error {
		for color, played := range sides {
			if !played {
				continue
			}
			moments, err := found.Practice(ctx, judge, rules.Color(color))
			if err != nil {
				return err
			}
			practice = append(practice, moments...)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, p := range g.Players() {
		if !moved[p] {
			continue
		}
		if err := people.AddExercises(ctx, b.People, p, b.exercisesOf(g, found, practice, p), b.Clock.Now()); err != nil {
			return err
		}
	}
	return nil
}

// exercisesOf returns a player's exercises from a game. The first entry is not an exercise: it
// records the kinds of mistakes in the whole game.
func (b *Bot) exercisesOf(g game.Game, found review.Review, practice []review.Moment, p game.Player) []people.Exercise {
	whole := people.Exercise{Game: g.ID}
	for _, at := range found.Moments {
		if g.MovedBy(at.Number) == p {
			whole.Faults |= faults(at)
		}
	}
	list := []people.Exercise{people.NewExercise(whole, b.Clock.Now())}
	positions := found.Positions()
	for _, at := range practice {
		if g.MovedBy(at.Number) != p {
			continue
		}
		m := found.Moves[at.Number-1]
		list = append(list, people.NewExercise(people.Exercise{
			Game: g.ID, Number: at.Number, Position: positions[at.Number-1],
			Played: m.Square, Best: m.Best, Faults: faults(at),
		}, b.Clock.Now()))
	}
	return list
}

// faults returns the kinds of a moment's reasons as a bit set.
func faults(at review.Moment) (set uint32) {
	for _, why := range at.Reasons {
		set |= 1 << why.Kind
	}
	return set
}

// Limits for [weakSpot]. It needs at least leastStudied games. The mistake must occur in at least
// leastWeak games, and in at least one of every weakShare games.
const (
	leastStudied = 5
	leastWeak    = 3
	weakShare    = 4
)

// weakSpot names the player's most frequent mistake in the stored games, or returns nil if no
// mistake is frequent.
func weakSpot(all []people.Exercise) (said words.Message) {
	spot := func(kinds ...review.Kind) (n int) {
		for _, e := range all {
			if e.Number == 0 && slices.ContainsFunc(kinds, func(k review.Kind) bool { return e.Faults>>k&1 == 1 }) {
				n++
			}
		}
		return n
	}
	games := 0
	for _, e := range all {
		if e.Number == 0 {
			games++
		}
	}
	if games < leastStudied {
		return nil
	}
	most := max(leastWeak, games/weakShare) - 1
	for _, weak := range []struct {
		games int
		said  func(games int) words.Message
	}{
		{spot(review.CornerGiven, review.CornerOpened, review.CornerLeft, review.CornerLost), func(n int) words.Message { return words.WeakCorners{Games: n, Of: games} }},
		{spot(review.Mobility, review.FewMoves, review.Squeezed), func(n int) words.Message { return words.WeakMoves{Games: n, Of: games} }},
		{spot(review.Greedy), func(n int) words.Message { return words.WeakGreed{Games: n, Of: games} }},
		{spot(review.OnlyWin), func(n int) words.Message { return words.WeakEnds{Games: n, Of: games} }},
	} {
		if weak.games > most {
			most, said = weak.games, weak.said(weak.games)
		}
	}
	return said
}
