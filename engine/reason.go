package engine

import "othellobot/rules"

// The reasons of a hint. The first that holds, in this order, is given.
const (
	ReasonOnlyMove   = "only-move"   // there is no other legal move
	ReasonSolvedWin  = "solved-win"  // it wins against any defence
	ReasonSolvedDraw = "solved-draw" // it holds the draw, and nothing wins
	ReasonSolvedLoss = "solved-loss" // everything loses, this by the fewest discs
	ReasonCorner     = "corner"      // it takes a corner
	ReasonForced     = "forced"      // the opponent must pass or has one answer only, unlike after some other move
	ReasonSafe       = "safe"        // the opponent can take no corner next, as some other move would allow
	ReasonMobility   = "mobility"    // no other move leaves the opponent fewer moves, and some leave more
	ReasonParity     = "parity"      // late in the game: it is in a quarter with an odd number of empty squares, and some other is not
	ReasonDiscs      = "discs"       // late in the game: no other move turns over more discs, and some turn over fewer
	ReasonSearch     = "search"      // only looking ahead shows why
)

// lateGame is when parity and discs begin to count.
const lateGame = 22

// outlook holds what a person can see in a move.
type outlook struct {
	answers     int  // of the opponent
	givesCorner bool // the opponent can take one
	discs       int  // turned over
	odd         bool // in a quarter with an odd number of empty squares
}

func outlookOf(b board, s rules.Square) outlook {
	answers := b.play(s).moves()
	return outlook{
		answers:     answers.Len(),
		givesCorner: answers&corners != 0,
		discs:       b.flips(s).Len(),
		odd:         oddQuarters(b.empties()).Has(s),
	}
}

// reasonFor finds what speaks for a move, compared with the others.
func reasonFor(b board, s rules.Square) string {
	if corners.Has(s) {
		return ReasonCorner
	}
	this := outlookOf(b, s)
	fewest, most := true, true // answers, discs
	var more, fewer, gives, even bool
	for other := range b.moves().Squares() {
		o := outlookOf(b, other)
		fewest, more = fewest && this.answers <= o.answers, more || o.answers > this.answers
		most, fewer = most && this.discs >= o.discs, fewer || o.discs < this.discs
		gives, even = gives || o.givesCorner, even || !o.odd
	}
	late := b.empties().Len() < lateGame
	switch {
	case this.answers <= 1 && more && !this.givesCorner:
		return ReasonForced
	case !this.givesCorner && gives:
		return ReasonSafe
	case fewest && more:
		return ReasonMobility
	case late && this.odd && even:
		return ReasonParity
	case late && most && fewer:
		return ReasonDiscs
	}
	return ReasonSearch
}
