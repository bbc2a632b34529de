package game

import "time"

// ChallengeLife is the time that a challenge waits for an answer.
const ChallengeLife = 24 * time.Hour

// RechallengeDelay is the time that a player must wait after a declined challenge before challenging
// the same player again.
const RechallengeDelay = 24 * time.Hour

// Challenge returns the two players of a challenge. For a duel without a challenge it returns the
// starter and their opponent. For other games the second player is Nobody.
func (g Game) Challenge() (challenger, challenged Player) {
	color, _ := g.Side(g.Starter)
	if g.Mode != Duel {
		return g.Starter, Nobody
	}
	return g.Starter, g.Player(color.Opponent())
}

// Accept returns the operation that starts the duel, rated or friendly, when the challenged
// player accepts. It fails with [ErrNotAsked] for any other player, and with [ErrNothingAsked] or
// [ErrOver] if the challenge was answered before. If rated is set for a challenge to a friendly
// game, it fails with [ErrFriendly].
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

// Clear withdraws the challenge without asking the challenger. It fails with [ErrNothingAsked] or
// [ErrOver] if the challenge was answered before.
func (g Game) Clear(by Player, now time.Time) (Game, []Event, error) {
	if err := g.openChallenge(); err != nil {
		return g, nil, err
	}
	return g.end(Result{Reason: Withdrawn, By: by}, now)
}

// Lapse ends a challenge that was not answered within [ChallengeLife]. Before that it fails with
// [ErrNotDue], and after an answer as [Game.Clear] does.
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
