// Package runner carries out work that no user requests: the engine's moves, reminders, expiries,
// daily puzzles, reviews of ended games, and clean-ups. Each task becomes an action of the engine
// or the clock, which package bot handles like a user's action. Start it with [Runner.Run].
//
// The package must never decide what a task changes or which words describe it. It must not name a
// platform, or let one game, tenant or platform wait for another.
package runner
