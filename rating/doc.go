// Package rating computes ratings from the results of games. It uses Glicko with a constant volatility (Mark
// Glickman, "Example of the Glicko-2 system", https://www.glicko.net/glicko/glicko2.pdf, one game per
// period). Letting each game change the volatility predicts no better, and players can farm it
// (https://github.com/lichess-org/lila/issues/7862).
//
// The log of results is the source of truth. [NewLadder] computes the [State] of every player from
// the log, and [Play] updates the states of two players after one more game. Both round to a
// thousandth of a point, so they agree exactly. [Stakes] shows the changes before a game is played.
//
// The package must never know names or read a clock. It knows players by their numbers in the
// log, and the caller passes the time when a game ended.
package rating
