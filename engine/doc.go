// Package engine finds moves: it plays against people, at [Levels] levels, gives
// hints, and solves the ends of games.
//
// An [Engine] answers many at once with the searchers of a [Pool]. Levels up to 7
// look ahead a few plies and add noise to what they see, at level 1 so much that a child
// can win; from level 8 on only the budgets differ ([Strength]), and the two highest have
// an opening [Book].
//
// A [Searcher] evaluates boards by patterns and traits whose [Weights] it has learned
// from games against itself (TRAINING.md), looks ahead with a principal variation
// search that leaves out what a shorter one finds hopeless, and solves twenty empty
// squares in about a tenth of a second. From the outside in, its files are play, book,
// bookfile, rate, hint, analyze and strength; searcher, root, midgame and probcut;
// solve, selective, endgame, parallel, candidates, late and last; table and hugepages;
// pattern, traits and weights; moves, flips, kernels, lastflip and stability. Package train
// makes the weights; terms is for it, and deptherror measures what probcut bets on.
//
// A search is bounded by the positions it may look at and by its context. By
// positions alone and with tables of one size, the same question gets the same
// answer on every machine, whatever was asked before.
//
// The package must never read a clock, do input or output but for the readers and
// writers it is given, start a goroutine but for the timer of a [Pool] and the threads
// that a [Searcher] is told to solve with, or use randomness other than from the seed
// given. What an [Engine] gives are values of the standard library and of package
// rules, so that those who ask need not import this package.
package engine
