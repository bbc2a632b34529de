// Package review tells what a finished game teaches: what each move cost, how accurate
// either side was, where the game turned, and the moments to learn from, with the reason
// why the better move was better.
//
// A [Judge] is asked once about every position, from the last back to the first, with all
// that it remembers from later ones. What a move is worth follows from the position behind
// it, so that a review is of one mind: the lead changes hands only by a mistake. The judge
// forgets everything before, so that the same game, judge and limits give the same review
// everywhere.
//
// Moves are compared by the chance to win. How much a disc is worth depends on the
// empty squares and on the lead ([WinPercent]), as fitted to tournament games: to
// weaker players it promises too much. Accuracy goes by discs ([AccuracyOf]), since chances
// say nothing of a game that is decided. A [Reason] is a fact of the board that holds for
// the move played, not for the better one, and that comes true in the judge's line;
// where none holds, the line has to speak for itself.
//
// The package must never read a clock, do input or output, use randomness, or know
// chats, players and words of any language.
package review
