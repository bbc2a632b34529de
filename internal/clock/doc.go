// Package clock returns the time, and reports whether it can be trusted. All wall-clock time
// enters the process here, through a [Watched].
//
// The package must never decide which work to skip while the clock is wrong: that is the
// caller's job.
package clock
