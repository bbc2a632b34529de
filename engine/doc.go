// Package engine finds moves: it plays against people, at [Levels] levels, and
// gives hints.
//
// The levels differ in kind, not only in depth. Level 1 looks at the discs a
// move turns over and picks with luck, as a child does. Level 2 sees the
// opponent's answer and knows what a corner is worth. Level 3, which also gives
// the hints, is an alpha-beta search on mobility, frontier and corners, and
// plays the last twelve squares perfectly.
//
// A search is bounded by the positions it may look at, never by time. The same
// position, level and seed therefore give the same move on every machine, and
// the worst case is known.
//
// The package must never read a clock, do input or output, keep state between
// calls, start a goroutine that outlives a call, or use randomness other than
// from the seed given. Results are values of the standard library and of
// package rules, so that those who ask need not import this package.
package engine
