// Package engine finds moves. It plays against people at [Levels] levels, gives hints,
// and solves the ends of games.
//
// An [Engine] serves concurrent callers with the searchers of a pool. Levels up to 7
// look a few plies ahead and add noise to the values. At level 1 the noise is large
// enough for a child to win. Levels 8 to 10 differ in their search budgets ([Strength]).
// The two highest levels also have an opening [Book].
//
// A [Searcher] evaluates boards by patterns and traits. Their [Weights] were learned from
// self-play (TRAINING.md). It runs a principal variation search that skips moves a
// shorter search finds hopeless. It solves 20 empty squares in about a tenth of a second.
//
// Callers enter through the files engine, hint, judge, play and book. The search of the middle
// of a game begins in root and midgame, the search of its end in solve and endgame. The searches
// use the evaluation (pattern, weights), the table, and the move generator (board, kernels).
//
// A position budget and a context bound a search. With only a position budget and a fixed
// table size, the same question gets the same answer on every machine.
//
// The package must never read a clock, do I/O except with a given reader, or use randomness
// except from the given seed. A search runs in the goroutine of its caller; only the timer
// of the pool has its own. An [Engine] returns only values of the standard library and of
// package rules, so its callers need not import this package.
package engine
