// Package review explains what a finished game teaches: the cost of each move, the accuracy of either side,
// where the game turned, and the moments to learn from, with reasons. [Of] makes a [Review].
//
// The package asks a [Judge] once about every position, from the last back to the first, so that the judge may
// reuse its findings. The value of a move is that of the position after it, so the lead changes only by a
// mistake. The judge first forgets everything, so that the same game always gets the same review.
//
// Moves are compared by the chance to win ([WinPercent]), which was fitted to tournament games; for weaker
// players it is too extreme. Accuracy depends on discs ([AccuracyOf]), since chances say nothing about a
// decided game. A [Reason] is a fact of the board that is true of the played move, but not of the better one.
// The judge's line confirms it.
//
// The package must never read a clock, do I/O, use randomness, or know about chats, players or the words of any
// language.
package review
