// Package review explains what a finished game teaches: the cost of each move, the accuracy of each side, the mistake
// that cost a side most, and the moments to learn from, each with a reason. [Of] makes a [Review].
//
// The package asks a [Judge] about the positions from the last back to the first, so that the judge may reuse its
// findings. The value of a move is that of the position after it, so only a move worse than the best changes
// the lead. The judge first forgets everything, so that the same game always gets the same review.
//
// A move has a [Label] by proved results first, then by the discs that it lost. Before a label is given, a second
// search values the best move as the played one was, by the position after it. [Review.Cause] prefers mistakes with a
// reason that a player can see without a search. Accuracy depends on discs ([AccuracyOf]).
//
// The package must never read a clock, do I/O, use randomness, or know about chats, players or the words of any
// language.
package review
