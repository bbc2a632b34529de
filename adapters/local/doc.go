// Package local is the local channel: people who take turns at one terminal,
// or a script that speaks for them. A line of input is an action, and what is
// shown for it follows after a tab. In a script every line is echoed, and
// lines that start with a tab are skipped as earlier replies, so that the
// output is a script again, which gives itself.
//
// The package must never hold a rule or a command of the game, read a clock, or
// give different bytes for the same script and handler.
package local
