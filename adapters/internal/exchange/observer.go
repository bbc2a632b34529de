package exchange

import "time"

// Observer hears what happens between the bot and its platform, for metrics. Each function may
// be nil. They may be called concurrently and must not wait.
type Observer struct {
	// Acknowledged gets the time from a delivery's arrival to its first answer, with an error
	// if that failed.
	Acknowledged func(after time.Duration, err error)
	// Reconnecting is called before a lost or failed connection is made again.
	Reconnecting func()
	// Waited gets the time for which a rate limit held a request back.
	Waited func(time.Duration)
	// Works gets whether the platform's API works, when that changes.
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
