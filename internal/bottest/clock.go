package bottest

import "time"

// Clock is a clock that is always trusted.
type Clock func() time.Time

// Now implements [bot/runner.Clock].
func (c Clock) Now() time.Time { return c() }

// Trusted implements [bot/runner.Clock].
func (Clock) Trusted() bool { return true }
