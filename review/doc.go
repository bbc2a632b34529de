// Package review explains what a finished game teaches: the cost of each move, the
// accuracy of either side, and where the game turned. It also finds the moments to learn
// from, with the reasons why the better move was better. [Of] makes a [Review].
//
// The package asks a [Judge] once about every position, from the last back to the first; the judge may reuse
// its findings from later positions. The value of a move is the value of the position after it. A review is
// therefore consistent: the lead changes only by a mistake. The judge first forgets everything, so that the
// same game, judge and limits give the same review everywhere.
//
// Moves are compared by the chance to win. The worth of a disc depends on the empty squares and on the lead
// ([WinPercent]). It was fitted to tournament games; for weaker players the chances are too extreme. Accuracy
// depends on discs ([AccuracyOf]), since chances say nothing about a decided game. A [Reason] is a fact of
// the board that is true of the played move, but not of the better one. The judge's line confirms it. Without
// a reason, only the lines explain the moment.
//
// The package must never read a clock, do I/O, use randomness, or know about chats,
// players or the words of any language.
package review
