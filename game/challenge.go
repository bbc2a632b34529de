package game

import "time"

// ChallengeLife is how long a challenge waits for an answer.
const ChallengeLife = 24 * time.Hour

// DeclinePeace is how long somebody whose challenge was declined may not
// challenge the same player again.
const DeclinePeace = 24 * time.Hour

// Challenge tells who challenged whom. Of another duel it tells who started it
// and who plays against them; the second of an open game is Nobody.
func (g Game) Challenge() (challenger, challenged Player) {
	color, _ := g.Side(g.Starter)
	if g.Mode != Duel {
		return g.Starter, Nobody
	}
	return g.Starter, g.Player(color.Opponent())
}

// Accept begins the duel that by was challenged to. Anybody else is told
// [ErrNotAsked], an accepted challenge is [ErrNothingAsked] or [ErrOver].
func (g Game) Accept(by Player, now time.Time) (Game, []Event, error) {
	if err := g.challenged(); err != nil {
		return g, nil, err
	}
	if _, challenged := g.Challenge(); by != challenged {
		return g, nil, ErrNotAsked
	}
	g.Phase = Playing
	g.At = now.UnixMilli()
	return g, []Event{Accepted{By: by}}, nil
}

// Decline turns the challenge down; its challenger takes it back. The errors
// are those of [Game.Accept].
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

// Lapse ends a challenge that nobody answered in time, else it is [ErrNotDue].
func (g Game) Lapse(now time.Time) (Game, []Event, error) {
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
