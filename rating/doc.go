// Package rating says how strong people are by the games that they have played: Glicko with its
// volatility held constant (Mark Glickman, "Example of the Glicko-2 system",
// https://www.glicko.net/glicko/glicko2.pdf, one game to a period). A volatility that each
// game changes predicts no better and can be farmed
// (https://github.com/lichess-org/lila/issues/7862).
//
// A log of results is the truth. [Fold] makes of it what is known of everybody, and
// [Play] adds one game to that, in whole thousandths of a point, so that both come to the same.
//
// The package must never know names, nor read a clock. It knows people by the numbers that
// the log gives them, and whoever calls it says when a game ended.
package rating
