package game

import "time"

// ChallengeLife is the time that a challenge waits for an answer.
const ChallengeLife = 24 * time.Hour

// RechallengeDelay is the time that a player whose challenge was declined must wait to challenge the
// same player again.
const RechallengeDelay = 24 * time.Hour

// Challenge returns the two players of a duel, the starter first. For other games the second player
// is Nobody.
func (g Game) Challenge() (challenger, challenged Player) {
	color, _ := g.Side(g.Starter)
	if g.Mode != Duel {
		return g.Starter, Nobody
	}
	return g.Starter, g.Player(color.Opponent())
}

// Accept returns the operation that starts the duel, rated or friendly. It fails with [ErrNotAsked]
// unless by is the challenged player, with [ErrNothingAsked] or [ErrOver] if the challenge is no
// longer open, and with [ErrFriendly] if rated is set for a challenge to a friendly game.
func Accept(rated bool) Operation {
	return func(g Game, by Player, now time.Time) (Game, []Event, error) {
		if err := g.openChallenge(); err != nil {
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

// Decline declines the challenge, or withdraws it if by is the challenger. The errors are those
// of [Accept].
func (g Game) Decline(by Player, now time.Time) (Game, []Event, error) {
	if err := g.openChallenge(); err != nil {
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

// Clear withdraws the challenge on behalf of by, who need not be the challenger. It fails with
// [ErrNothingAsked] or [ErrOver] if the challenge is no longer open.
func (g Game) Clear(by Player, now time.Time) (Game, []Event, error) {
	if err := g.openChallenge(); err != nil {
		return g, nil, err
	}
	return g.end(Result{Reason: Withdrawn, By: by}, now)
}

// Lapse ends a challenge that was open for [ChallengeLife]. It fails with [ErrNotDue] before that, and
// with the errors of [Game.Clear].
func (g Game) Lapse(_ Player, now time.Time) (Game, []Event, error) {
	if err := g.openChallenge(); err != nil {
		return g, nil, err
	}
	if now.Before(g.Since().Add(ChallengeLife)) {
		return g, nil, ErrNotDue
	}
	return g.end(Result{Reason: Lapsed}, now)
}

func (g Game) openChallenge() error {
	switch g.Phase {
	case Challenged:
		return nil
	case Playing:
		return ErrNothingAsked
	default:
		return ErrOver
	}
}
