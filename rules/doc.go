// Package rules implements the rules of Othello: positions, legal moves, transcripts and scores. Start with
// [Start] or [ParseBoard], list the moves with [Position.Legal], and make one with [Position.Play]. [Replay]
// plays a whole transcript, and [Position.Check] explains why a move is legal or not.
//
// A position is a set of black discs, a set of white discs, and the side to move. A square and
// its bit in a set have the same number: a1 = 0, h1 = 7, h8 = 63. Row 1 is drawn on top:
//
//	     a  b  c  d  e  f  g  h
//	1    0  1  2  3  4  5  6  7
//	2    8  9 10 11 12 13 14 15
//	3   16 17 18 19 20 21 22 23
//	4   24 25 26 27 28 29 30 31
//	5   32 33 34 35 36 37 38 39
//	6   40 41 42 43 44 45 46 47
//	7   48 49 50 51 52 53 54 55
//	8   56 57 58 59 60 61 62 63
//
// A move is legal if it brackets at least one straight line of opposing discs between the new
// disc and another disc of the same colour. All bracketed discs flip. Black moves first. A side
// passes if, and only if, it has no legal move. The game ends when neither side can move, and the
// winner then also gets the empty squares (World Othello Federation,
// https://www.worldothello.org/about/about-othello/othello-rules/official-rules/english).
//
// The package must never do input or output, read a clock, draw a random number, or know that chats, players
// and engines exist. It imports the standard library only.
package rules
