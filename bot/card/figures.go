package card

import (
	"math"

	"othellobot/review"
)

// SameOnCard reports whether two reviews of a game say the same on its card.
func SameOnCard(quick, deep review.Review) bool {
	for c := range quick.Sides {
		if figuresOf(quick.Sides[c]) != figuresOf(deep.Sides[c]) {
			return false
		}
	}
	return quick.Turning == deep.Turning && len(reasonsAt(deep, deep.Turning)) == 0
}

// figures are the numbers of a side as they are told.
type figures struct {
	rated                   bool
	accuracy, choices, lost int
}

func figuresOf(s review.Side) figures {
	return figures{s.Rated(), int(math.Round(s.Accuracy)), s.Choices, int(math.Round(s.Lost))}
}

// reasonsAt are those of the moment at a move, if it is one.
func reasonsAt(r review.Review, number int) []review.Reason {
	for _, m := range r.Moments {
		if m.Number == number {
			return m.Reasons
		}
	}
	return nil
}
