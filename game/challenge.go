package game

import "time"

// ChallengeLife is how long a challenge waits for an answer.
const ChallengeLife = 24 * time.Hour

// DeclinePeace is how long a player whose challenge was declined must wait before
// challenging the same player again.
const DeclinePeace = 24 * time.Hour

// Challenge tells who challenged whom. For a duel without a challenge it gives who
// started it and their opponent; for an open game the second is Nobody.
func (g Game) Challenge() (challenger, challenged Player) {
	color, _ := g.Side(g.Starter)
	if g.Mode != Duel {
		return g.Starter, Nobody
	}
	return g.Starter, g.Player(color.Opponent())
}

// Accept begins the duel that by was challenged to, as a rated or a friendly one. It fails with
// [ErrNotAsked] for anybody else, with [ErrNothingAsked] or [ErrOver] if the challenge was
// answered before, and with [ErrFriendly] if it is to be rated and the challenge is to a friendly one.
func Accept(rated bool) Operation {
	return func(g Game, by Player, now time.Time) (Game, []Event, error) {
		if err := g.challenged(); err != nil {
			return g, nil, err
		}
		if _, challenged := g.Challenge(); by != challenged {
			return g, nil, ErrNotAsked
		}
		if rated && !(g.Rated && g.MayRate()) {
			return g, nil, ErrFriendly
		}
		g.Phase, g.Rated = Playing, rated
		g.At = now.UnixMilli()
		return g, []Event{Accepted{By: by, Rated: rated}}, nil
	}
}

// Decline turns the challenge down; if by is its challenger, it is taken back. The
// errors are those of [Accept].
func (g Game) Decline(by Player, now time.Time) (Game, []Event, error) {
	if err := g.challenged(); err != nil {
		return g, nil, err
	}
	switch challenger, challenged := g.Challenge(); by {
	case challenged:
		return g.end(Result{Reason: Declined, By: by}, now)
	case challenger:
		return g.end(Result{Reason: Withdrawn, By: by}, now)
	default:
		return g, nil, ErrNotAsked
	}
}

// Clear takes the challenge back in the name of its challenger, who need not be asked. The
// errors are those of [Game.Lapse].
func (g Game) Clear(by Player, now time.Time) (Game, []Event, error) {
	if err := g.challenged(); err != nil {
		return g, nil, err
	}
	return g.end(Result{Reason: Withdrawn, By: by}, now)
}

// Lapse ends a challenge that was not answered within [ChallengeLife]. Before that it
// fails with [ErrNotDue].
func (g Game) Lapse(_ Player, now time.Time) (Game, []Event, error) {
	if err := g.challenged(); err != nil {
		return g, nil, err
	}
	if now.Before(g.Since().Add(ChallengeLife)) {
		return g, nil, ErrNotDue
	}
	return g.end(Result{Reason: Lapsed}, now)
}

func (g Game) challenged() error {
	switch g.Phase {
	case Challenged:
		return nil
	case Playing:
		return ErrNothingAsked
	default:
		return ErrOver
	}
}
