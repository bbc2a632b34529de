package metrics

import "time"

// lateAck is how long both platforms wait for a first answer.
const lateAck = 3 * time.Second

// Watch counts what an adapter tells of its platform. It converts to the
// observer of each of them.
type Watch struct {
	Acknowledged func(after time.Duration, err error)
	Reconnecting func()
	Waited       func(time.Duration)
	Works        func(bool)
}

// Watch makes the watch of a platform, whose figures begin at zero.
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
		Works: func(does bool) {
			works.Set(oneIf(does))
		},
	}
}
