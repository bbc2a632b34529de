// Package lesson holds ten lessons for learners: positions with few moves, of which one is right.
//
// The package must never rely on a judge for the results of moves. Another solver proves them all in a test.
package lesson
