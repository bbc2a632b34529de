// Package load measures the bot under load: as a process of its own, built as it
// is released, between servers of the platforms that stand in this process.
//
// The command in lab/load/cmd runs a [Comparison]: one bot alone, or two by turns.
// The other measurements are benchmarks.
//
// Every answer and every board is held against the game that is played, so that no
// figure comes from a bot that does the wrong thing quickly. The package must never
// measure a part of the bot, or leave out a call that the bot makes.
package load
