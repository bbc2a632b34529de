// Package review tells what a finished game teaches: what each move cost, how accurate
// either side was, where the game turned, and up to three moments a player, with the
// reason why the better move was better.
//
// A [Judge] is asked about every position, from the last move back to the first, with
// all that it remembers from later ones. [Quick] asks once about each and is enough for
// accuracies and the turning point; [Review.Deepen] asks again, at length, about the
// ten worst moves of either side, because one quick pass mistakes too many of them. The
// judge forgets everything before each pass, so that the same game, judge and limits
// give the same review everywhere: [Review.Identity] names these.
//
// Moves are compared by the chance to win. How much a disc is worth depends on the
// empty squares and on the lead ([WinPercent]), as fitted to tournament games: to
// weaker players it promises too much. Accuracies follow the formula that lichess has
// published. A [Reason] is a fact of the board that holds for
// the move played, not for the better one, and that comes true in the judge's line;
// where none holds, the line has to speak for itself.
//
// The package must never read a clock, do input or output, use randomness, or know
// chats, players and words of any language.
package review
