package exchange

import "time"

// Observer receives the events between the bot and its platform, for metrics. Each function may be
// nil. The functions may be called concurrently and must not block.
type Observer struct {
	// Acknowledged receives the time from a delivery's arrival to its first answer, and the error
	// if that answer failed.
	Acknowledged func(after time.Duration, err error)
	// Reconnecting is called before each attempt to replace a lost or failed connection.
	Reconnecting func()
	// Waited receives the length of a delay by a rate limit.
	Waited func(time.Duration)
	// Works receives whether the platform's API works, each time that changes.
	Works func(bool)
}

// RecordAck calls Acknowledged if it is set.
func (o Observer) RecordAck(after time.Duration, err error) {
	if o.Acknowledged != nil {
		o.Acknowledged(after, err)
	}
}

// Reconnects calls Reconnecting if it is set.
func (o Observer) Reconnects() {
	if o.Reconnecting != nil {
		o.Reconnecting()
	}
}

// Waits calls Waited if it is set.
func (o Observer) Waits(d time.Duration) {
	if o.Waited != nil {
		o.Waited(d)
	}
}

// SetWorking calls Works if it is set.
func (o Observer) SetWorking(does bool) {
	if o.Works != nil {
		o.Works(does)
	}
}
