package fake

import (
	"sync"
	"time"

	"othellobot/adapters/internal/exchange"
)

// Watch records the calls of an observer. Read its fields only when nothing is in flight.
type Watch struct {
	mu           sync.Mutex
	Acks, Waits  []time.Duration
	Failed       int // failed acknowledgements
	Reconnecting int
	Works        []bool
}

// Observer returns the observer that the watch records.
func (w *Watch) Observer() exchange.Observer {
	note := func(do func()) {
		w.mu.Lock()
		defer w.mu.Unlock()
		do()
	}
	return exchange.Observer{
		Acknowledged: func(after time.Duration, err error) {
			note(func() {
				if err != nil {
					w.Failed++
				}
				w.Acks = append(w.Acks, after)
			})
		},
		Reconnecting: func() { note(func() { w.Reconnecting++ }) },
		Waited:       func(d time.Duration) { note(func() { w.Waits = append(w.Waits, d) }) },
		Works:        func(does bool) { note(func() { w.Works = append(w.Works, does) }) },
	}
}
