// Package local is the local channel: users who take turns at one terminal, or a script that speaks
// for them. A line of input is an action, and its output follows, indented by a tab. A script's
// lines are echoed, and lines that start with a tab are skipped as earlier output. So the output is
// itself a script, which reproduces itself.
//
// The package must never hold a rule of the game, read a clock, or write different
// bytes for the same script and handler.
package local
