package exchange

import "time"

// Observer is told what happens between the bot and its platform, for those who
// count it. A function that is nil is not called; the others may be called
// concurrently and must not wait.
type Observer struct {
	// Acknowledged tells how long after its arrival a delivery got its first answer,
	// or, with an error, when that failed.
	Acknowledged func(after time.Duration, err error)
	// Reconnecting tells that a connection to the platform was lost or could not be
	// made, and is to be made again.
	Reconnecting func()
	// Waited tells how long a request was held back by a rate limit.
	Waited func(time.Duration)
	// Works tells that the platform's API has stopped working, or works again.
	Works func(bool)
}

// Ack calls Acknowledged.
func (o Observer) Ack(after time.Duration, err error) {
	if o.Acknowledged != nil {
		o.Acknowledged(after, err)
	}
}

// Reconnects calls Reconnecting.
func (o Observer) Reconnects() {
	if o.Reconnecting != nil {
		o.Reconnecting()
	}
}

// Waits calls Waited.
func (o Observer) Waits(d time.Duration) {
	if o.Waited != nil {
		o.Waited(d)
	}
}

// Working calls Works.
func (o Observer) Working(does bool) {
	if o.Works != nil {
		o.Works(does)
	}
}
