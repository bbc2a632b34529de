package bot

import (
	"context"
	"time"

	"othellobot/bot/control"
	"othellobot/game"
	"othellobot/puzzle"
	"othellobot/review"
	"othellobot/rules"
	"othellobot/words"
)

const anyway = "anyway"

// doubleClickTime is the time after the coach's warning in which the same move counts as a double click. A
// later repetition means that the player wants the move.
const doubleClickTime = 3 * time.Second

// lookAgain refuses a move that loses many discs, once a turn, with the coach's warning. It returns
// nil if the judge takes too long, or if the warning would help the player in a rated game.
func (b *Bot) lookAgain(ctx context.Context, r *request, id game.ID, square rules.Square) error {
	g, _ := r.room.Find(id)
	p := g.Position()
	switch {
	case !g.Coached, !r.fromUser(), r.trial != nil, g.Phase != game.Playing, g.Player(p.ToMove) != r.by, b.Solver == nil,
		r.control.Verb == anyway, r.control.Game != 0 && g.In(r.control.At) != nil, !p.Legal().Has(square):
		return nil
	}
	key := turn{g.ID, g.Turn}
	at, warned := b.warned.Get(key)
	if warned && r.Now.Sub(at) >= doubleClickTime {
		return nil
	}
	judging, cancel := context.WithTimeout(ctx, explainWithin)
	defer cancel()
	var found review.Moment
	var much bool
	err := b.Solver(judging, func(judge review.Judge) (err error) {
		found, much, err = review.Warn(judging, judge, p, square, b.Review)
		return err
	})
	if err != nil || !much || b.checkHelp(ctx, r.by, p) != nil {
		return nil
	}
	if !warned {
		b.warned.Put(key, r.Now)
	}
	return refused(lookAgainAt(p, square, found.Reasons)).offer(words.PlayAnywayButton{}, control.For(g, anyway, square.String()))
}

// lookAgainAt says why a move loses many discs, without naming a better one. It prefers a corner
// that the move opens to the given reasons, because players see a corner most easily.
func lookAgainAt(p rules.Position, square rules.Square, reasons []review.Reason) words.Message {
	next, _ := p.Play(square) // the move is legal
	opponent := p.ToMove.Opponent()
	if open := puzzle.Corners & next.LegalFor(opponent) &^ p.LegalFor(opponent); !open.IsEmpty() {
		return words.LookAgainCorner{Color: opponent, Corner: open.First()}
	}
	for _, why := range reasons {
		switch why.Kind {
		case review.CornerGiven, review.CornerOpened, review.CornerLeft, review.CornerLost:
			return words.LookAgainCorner{Color: opponent, Corner: why.At}
		case review.CornerAvailable, review.CornerMissed:
			return words.LookAgainYourCorner{}
		case review.Mobility, review.Greedy:
			return words.LookAgainMoves{Color: opponent}
		case review.FewMoves, review.Squeezed:
			return words.LookAgainFewMoves{}
		case review.OnlyWin:
			return words.LookAgainWin{}
		}
	}
	return words.LookAgain{}
}
