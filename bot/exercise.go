package bot

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"othellobot/bot/card"
	"othellobot/bot/control"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/people"
	"othellobot/review"
	"othellobot/rules"
	"othellobot/words"
)

// exercise is a position where the user must find a better move than the one played.
type exercise struct {
	position     rules.Position
	played, best rules.Square
	known        *comparison   // why the played move is worse, if known
	alone        bool          // no other move comes close to the best
	action       string        // the start of each control; a colon and the user's choice follow
	onward       []chat.Button // buttons below the moves
}

// trainControl returns a control for the exercise at a move of a game. If number is 0, it opens any
// due exercise, preferably from the game.
func trainControl(id game.ID, number int, choice string) string {
	return control.Control{Game: id, At: game.Moment{Turn: uint32(number)}, Verb: "train", Arg: choice}.String()
}

func (r *request) exercisePosed(x exercise) chat.Message {
	return x.withOnward(r.posed(r.Own.Text(words.ExerciseTask{Color: x.position.ToMove}), x.position, x.position.Legal(), x.action))
}

func (x exercise) withOnward(m chat.Message) chat.Message {
	if len(x.onward) > 0 {
		m.Controls = append(m.Controls, card.Row(x.onward...))
	}
	return m
}

// exerciseAnswer says whether the user's move is the best one, and why. The text ends with rest.
func (b *Bot) exerciseAnswer(ctx context.Context, r *request, x exercise, square rules.Square, board int, rest card.Story) chat.Message {
	other := square
	if square == x.best {
		other = x.played
	}
	c, known := b.compare(ctx, r, x, other)
	var said card.Story
	line := c.why.Line
	switch {
	case square == x.best:
		said = card.Story{words.ExerciseRight{Square: x.played}}
		if c.why.Reason.Kind != review.NoReason {
			said = append(said, card.ReasonWords(c.valued, c.why.Reason))
		}
		line = c.why.BestLine
	case !known:
		said = card.Story{words.BetterWas{Best: x.best, Square: square}}
	case !x.alone && square != x.played && nearBest(c.valued):
		said = card.Story{words.PuzzleSolved{}, words.HintOthers{Moves: []rules.Square{x.best}}}
	default:
		said = append(card.Story{words.ExerciseWrong{Square: square}}, card.WhyBetter(c.valued, c.why.Reason)...)
	}
	m := chat.Message{Text: r.Own.Text(append(said, rest...)...)}
	if !known {
		line = []rules.Square{square}
	}
	return r.withLine(x.withOnward(m), x.position, line, board, x.action)
}

// nearBest reports whether a move loses few discs, and does not give away a proved win or draw.
func nearBest(m review.Move) bool { return m.Lost() < review.MinLead && !m.Threw() }

// compare reports false if the judge fails, takes too long, or is not configured.
func (b *Bot) compare(ctx context.Context, r *request, x exercise, square rules.Square) (comparison, bool) {
	key := comparisonKey{x.position, square, x.best}
	if known, ok := b.comparisons.Get(key); ok || !b.reviews.Enabled() {
		return known, ok
	}
	if x.known != nil && square == x.played {
		return *x.known, true
	}
	ctx, cancel := context.WithTimeout(ctx, explainWithin)
	defer cancel()
	var found comparison
	err := b.reviews.WithJudge(ctx, r.room.Place, r.by, func(judge review.Judge) (err error) {
		found.valued, found.why, err = review.Compare(ctx, judge, key.from, key.played, key.best, b.Review)
		return err
	})
	if err != nil {
		b.Log.WarnContext(ctx, "cannot explain an exercise", "error", err)
		return comparison{}, false
	}
	b.comparisons.Put(key, found)
	return found, true
}

// parseTry parses one of the squares and the number of the board to show, counted from 1.
func parseTry(squares rules.Bitboard, choice string) (square rules.Square, board int, ok bool) {
	name, which, more := strings.Cut(choice, ":")
	square, err := rules.ParseSquare(name)
	if err != nil || square.String() != name || !squares.Has(square) {
		return rules.NoSquare, 0, false
	}
	if !more {
		return square, 1, true
	}
	board, err = strconv.Atoi(which)
	return square, board, err == nil && board > 0
}

// storeExercises stores exercises from a finished game for the users who moved. It can be repeated.
func (b *Bot) storeExercises(ctx context.Context, g game.Game, found review.Review) error {
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
	err := b.reviews.WithJudge(ctx, g.Place, g.Starter, func(judge review.Judge) (err error) {
		for color, played := range sides {
			if played && err == nil {
				var moments []review.Moment
				moments, err = found.Practice(ctx, judge, rules.Color(color))
				practice = append(practice, moments...)
			}
		}
		return err
	})
	for _, p := range g.Players() {
		if moved[p] && err == nil {
			err = people.AddExercises(ctx, b.People, p, b.exercisesOf(g, found, practice, p), b.Clock.Now())
		}
	}
	return err
}

// exercisesOf returns a player's exercises. The first entry holds the mistakes of the whole game.
func (b *Bot) exercisesOf(g game.Game, found review.Review, practice []review.Moment, p game.Player) []people.Exercise {
	whole := people.Exercise{Game: g.ID}
	for _, at := range found.Moments {
		if g.MovedBy(at.Number) == p {
			whole.Faults |= 1 << at.Reason.Kind
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
			Played: m.Square, Best: m.Best, Faults: 1 << at.Reason.Kind,
		}, b.Clock.Now()))
	}
	return list
}

// Limits for [weakSpot], which needs at least leastStudied games. The mistake must occur in at least
// leastWeak games, and in at least 1/weakShare of all games, rounded down.
const (
	leastStudied = 5
	leastWeak    = 3
	weakShare    = 4
)

// weakSpot names the player's most frequent mistake, or returns nil if no mistake is frequent.
func weakSpot(all []people.Exercise) (said words.Message) {
	whole := slices.DeleteFunc(slices.Clone(all), func(e people.Exercise) bool { return e.Number > 0 })
	games := len(whole)
	spot := func(kinds ...review.Kind) (n int) {
		for _, e := range whole {
			if slices.ContainsFunc(kinds, func(k review.Kind) bool { return e.Faults>>k&1 == 1 }) {
				n++
			}
		}
		return n
	}
	if games < leastStudied {
		return nil
	}
	most := max(leastWeak, games/weakShare) - 1
	for _, weak := range []struct {
		games int
		said  func(games int) words.Message
	}{
		{spot(review.CornerGiven, review.CornerOpened, review.CornerLost), func(n int) words.Message { return words.WeakCorners{Games: n, Of: games} }},
		{spot(review.Mobility, review.FewMoves), func(n int) words.Message { return words.WeakMoves{Games: n, Of: games} }},
		{spot(review.Greedy), func(n int) words.Message { return words.WeakGreed{Games: n, Of: games} }},
		{spot(review.Thrown), func(n int) words.Message { return words.WeakEnds{Games: n, Of: games} }},
	} {
		if weak.games > most {
			most, said = weak.games, weak.said(weak.games)
		}
	}
	return said
}

// explainWithin limits the actor's wait for the explanation of a move.
const explainWithin = 2 * time.Second
