// Package engine finds moves. It plays against people at [Levels] levels, gives hints,
// and solves the ends of games.
//
// An [Engine] serves concurrent callers with the searchers of a pool. Levels up to 7
// look a few plies ahead and add noise to the values. At level 1 the noise is large
// enough for a child to win. From level 8 on only the search budgets differ ([Strength]).
// The two highest levels also have an opening [Book].
//
// A [Searcher] evaluates boards by patterns and traits. Their [Weights] were learned from
// self-play (TRAINING.md). It runs a principal variation search that skips moves a
// shorter search finds hopeless. It solves 20 empty squares in about a tenth of a second.
//
// Questions come in by play, book, rate, hint and judge. The search of the middle of a game
// begins in root and midgame, that of its end in solve and endgame. Below them are the
// evaluation (pattern, traits, weights), the table, and the moves (moves, flips, kernels).
//
// A position budget and a context bound a search. With only a position budget and a fixed
// table size, the same question gets the same answer on every machine.
//
// The package must never read a clock, do I/O except with a given reader, or use randomness
// except from the given seed. Its only goroutine is the timer of the pool: a search runs in
// its caller's. An [Engine] returns only values of the standard library and of package
// rules, so its callers need not import this package.
package engine
