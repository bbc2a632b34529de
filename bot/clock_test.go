package bot_test

import "time"

// clock is a trusted [bot.Clock] that tells what the function says.
type clock func() time.Time

func (c clock) Now() time.Time { return c() }

func (c clock) Trusted() bool { return true }

func (c clock) After(d time.Duration) <-chan time.Time { return time.After(d) }
