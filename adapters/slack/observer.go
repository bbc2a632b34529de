package slack

import "time"

// Observer is told what happens between the bot and Slack, for those who count
// it. A function that is nil is not called; the others may be called concurrently
// and must not wait.
type Observer struct {
	// Acknowledged tells how long after its arrival a delivery was
	// acknowledged, or, with an error, when that failed.
	Acknowledged func(after time.Duration, err error)
	// Reconnecting tells that Socket Mode has to connect again, because its
	// connection was lost or could not be made.
	Reconnecting func()
	// Waited tells how long a request was held back by a rate limit.
	Waited func(time.Duration)
}

func (o Observer) acknowledged(after time.Duration, err error) {
	if o.Acknowledged != nil {
		o.Acknowledged(after, err)
	}
}

func (o Observer) reconnecting() {
	if o.Reconnecting != nil {
		o.Reconnecting()
	}
}

func (o Observer) waited(d time.Duration) {
	if o.Waited != nil {
		o.Waited(d)
	}
}
