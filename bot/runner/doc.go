// Package runner does what nobody asked for: the engine's moves, reminders, what expires,
// puzzles of the day, reviews of games that have ended, and what is over for long. Each
// becomes an action of the engine or the clock, which package bot carries out like those
// of people.
//
// The package must never decide what a task changes or what is said of it, name a platform,
// or let one game, tenant or platform wait for another one.
package runner
