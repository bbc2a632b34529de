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
// From the outside in, the files are play, book, bookfile, rate, hint and strength;
// searcher, root, midgame and probcut; solve, selective, endgame, candidates, late and
// last; table and hugepages; pattern, traits and weights; moves, flips, kernels, lastflip
// and stability. Package lab/train makes the weights with the help of terms, and measures
// the errors that probcut relies on.
//
// A position budget and a context bound a search. With only a position budget and a fixed
// table size, the same question gets the same answer on every machine. Earlier questions
// do not matter.
//
// The package must never read a clock, do I/O except with a given reader, or use randomness
// except from the given seed. Its only goroutine is the timer of the pool: a search runs in
// its caller's. An [Engine] returns only values of the standard library and of package
// rules, so its callers need not import this package.
package engine
