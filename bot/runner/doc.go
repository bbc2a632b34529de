// Package runner carries out work that no user requests: the engine's moves, reminders, expiries,
// daily puzzles, reviews of ended games, and clean-ups. Start it with [Runner.Run].
//
// The package must never decide what a task changes or what the bot says about it: package bot
// does. It must not name a platform, or let a busy game, tenant or platform block the others.
package runner
