package metrics

import "time"

// lateAck is both platforms' time limit for a first answer.
const lateAck = 3 * time.Second

// Watch holds callbacks for the events of one platform. It has the same fields as the adapters'
// Observer types, so that it converts to them.
type Watch struct {
	Acknowledged func(after time.Duration, err error)
	Reconnecting func()
	Waited       func(time.Duration)
	Works        func(bool)
}

// Watch returns the callbacks for a platform. It creates the platform's series, so that they exist
// before the first event.
func (m *Metrics) Watch(platform string) Watch {
	acks, late := m.acks.WithLabelValues(platform), m.lateAcks.WithLabelValues(platform)
	waits, works := m.waits.WithLabelValues(platform), m.works.WithLabelValues(platform)
	works.Set(1)
	m.redraws.WithLabelValues(platform)
	for _, fate := range fates {
		m.messages.WithLabelValues(platform, fate)
	}
	return Watch{
		Acknowledged: func(after time.Duration, err error) {
			acks.Observe(after.Seconds())
			if err != nil || after > lateAck {
				late.Inc()
			}
		},
		Reconnecting: m.reconnects.WithLabelValues(platform).Inc,
		Waited:       func(d time.Duration) { waits.Observe(d.Seconds()) },
		Works:        func(does bool) { works.Set(oneIf(does)) },
	}
}
