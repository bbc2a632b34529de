// Package load measures the bot under load. The bot runs as a separate process, built like a release,
// between fake platforms in this process.
//
// The command in lab/load/cmd runs a [Comparison]: one bot alone, or two by turns. The other
// measurements are benchmarks.
//
// Every answer and every board is compared with the game, so that a fast but wrong bot yields no
// figures. The package must never measure only a part of the bot, or skip a request that the bot
// makes.
package load
