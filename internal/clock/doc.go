// Package clock returns the time, and reports whether it can be trusted. A [Watched] gives the time
// of games and due tasks.
//
// The package must never decide which work to skip while the clock is wrong: that is the
// caller's job.
package clock
