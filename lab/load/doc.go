// Package load measures the bot under load. The bot runs as a separate process, built like a release,
// between fake platforms in this process.
//
// The command in lab/load/cmd runs a [Comparison]: one bot alone, or in turns with another program. The
// other measurements are benchmarks.
//
// A comparison checks the bot's answers, so that a fast but wrong bot fails. The package must never
// measure only a part of the bot, or skip a request that the bot makes.
package load
