// Package engine finds moves. It plays against people at [Levels] levels, gives hints,
// and solves the ends of games.
//
// An [Engine] serves concurrent callers with pooled searchers. Levels up to 12 add noise to the
// values, and those up to 11 look one to six plies ahead. At level 1 the noise is so large that
// random moves win almost half of the games. Levels 13 to 16 differ in their search budgets
// ([Strength]). The three highest levels also have an opening [Book].
//
// A [Searcher] evaluates boards by patterns of discs, mobility and parity. The [Weights] were
// learned from self-play (TRAINING.md). The searcher runs a principal variation search and
// skips moves that a shorter search finds hopeless.
//
// The bot calls the files engine, hint and judge. The midgame search is in root and midgame, the
// endgame search in solve, endgame and last. Both use the evaluation (pattern, weights), the
// table, and the move generator (board, kernels).
//
// A position budget and a context limit a search. Without a deadline, a new searcher with
// tables of the same size finds the same move on every machine.
//
// The package must never read a clock, do I/O except with a given reader, or use randomness
// except from the given seed. A search runs in the goroutine of its caller; only the
// timers of the pools have their own. [Engine.Choose] and [Engine.Hint] use only types of the
// standard library and of package rules.
package engine
