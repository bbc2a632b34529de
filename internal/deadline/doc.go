// Package deadline sets the time limits of store calls and of the bot's actions. A silent store
// then blocks no other caller, and users get an answer in time. Wrap a handler with [Handler].
//
// The package must never decide what happens after a limit is reached: that is the caller's
// job.
package deadline
