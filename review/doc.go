// Package review explains what a finished game teaches: the cost of each move, the accuracy of each side,
// where the game turned, and the moments to learn from, with reasons. [Of] makes a [Review].
//
// The package asks a [Judge] about the positions from the last back to the first, so that the judge may reuse its
// findings. The value of a move is that of the position after it, so only a move worse than the best changes
// the lead. The judge first forgets everything, so that the same game always gets the same review.
//
// Mistakes are ranked by the chance to win ([WinPercent]) that they cost. The chance was fitted to tournament
// games; for weaker players it is too extreme. Accuracy depends on discs ([AccuracyOf]), since chances say
// nothing about a decided game. A [Reason] compares the played move with the best one, and often also the best
// play after each.
//
// The package must never read a clock, do I/O, use randomness, or know about chats, players or the words of any
// language.
package review
