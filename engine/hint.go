package engine

import (
	"context"

	"othellobot/rules"
)

// The reasons of a hint. The first that holds, in this order, is given.
const (
	ReasonOnlyMove   = "only-move"   // there is no other legal move
	ReasonSolvedWin  = "solved-win"  // it wins against any defence
	ReasonSolvedDraw = "solved-draw" // it holds the draw, and nothing wins
	ReasonSolvedLoss = "solved-loss" // everything loses, this by the fewest discs
	ReasonCorner     = "corner"      // it takes a corner
	ReasonSafe       = "safe"        // the opponent can take no corner next, as some other move would allow
	ReasonMobility   = "mobility"    // no other move leaves the opponent fewer moves, and some leave more
	ReasonDiscs      = "discs"       // late in the game: no other move turns over more discs, and some turn over fewer
	ReasonSearch     = "search"      // only looking ahead shows why
)

// Hint gives the move that [Engine.Choose] finds best at the highest level,
// always the same for the same position, with one of the reasons above. If the
// reason is a solved one, margin is the exact final difference in discs between
// perfect players, the winner taking the empty squares, positive if the side to
// move wins; else it is 0. The errors are those of Choose.
func (Engine) Hint(ctx context.Context, p rules.Position) (square rules.Square, reason string, margin int, err error) {
	legal := p.Legal()
	switch {
	case ctx.Err() != nil:
		return rules.NoSquare, "", 0, ctx.Err()
	case legal.IsEmpty():
		return rules.NoSquare, "", 0, ErrNoMove
	case legal.Len() == 1:
		return legal.First(), ReasonOnlyMove, 0, nil
	}
	found, err := think(ctx, p, luck(p, 0))
	switch {
	case err != nil:
		return rules.NoSquare, "", 0, err
	case !found.exact:
		return found.square, reasonFor(boardOf(p), found.square), 0, nil
	case found.margin > 0:
		return found.square, ReasonSolvedWin, found.margin, nil
	case found.margin < 0:
		return found.square, ReasonSolvedLoss, found.margin, nil
	}
	return found.square, ReasonSolvedDraw, 0, nil
}

// reasonFor finds what a person can see in a move, compared with the others.
func reasonFor(b board, s rules.Square) string {
	if corners.Has(s) {
		return ReasonCorner
	}
	replies := b.play(s).moves()
	flipped := b.flips(s).Len()
	othersGiveCorner, othersLeaveMore, othersFlipLess := false, false, false
	fewestReplies, mostFlipped := true, true
	for other := range b.moves().Squares() {
		theirs := b.play(other).moves()
		othersGiveCorner = othersGiveCorner || theirs&corners != 0
		othersLeaveMore = othersLeaveMore || theirs.Len() > replies.Len()
		fewestReplies = fewestReplies && theirs.Len() >= replies.Len()
		othersFlipLess = othersFlipLess || b.flips(other).Len() < flipped
		mostFlipped = mostFlipped && b.flips(other).Len() <= flipped
	}
	switch {
	case replies&corners == 0 && othersGiveCorner:
		return ReasonSafe
	case fewestReplies && othersLeaveMore:
		return ReasonMobility
	case mostFlipped && othersFlipLess && b.empties().Len() < lateEmpties:
		return ReasonDiscs
	}
	return ReasonSearch
}
