package metrics

import (
	"context"
	"math"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"
)

// countTime limits how long a scrape waits for each count of the store.
const countTime = time.Second

// Stored holds the functions that count what a store holds.
type Stored struct {
	Games  func(context.Context) (int, error)            // running games
	Behind func(context.Context, time.Time) (int, error) // messages whose redraw is overdue
	Size   func(context.Context) (int64, error)          // in bytes
}

// Stored adds gauges for the store's counts. A gauge is NaN while its function fails. Call it at most
// once.
func (m *Metrics) Stored(s Stored) {
	m.counted("live_games", "Games that are being played.", func(ctx context.Context) (float64, error) {
		n, err := s.Games(ctx)
		return float64(n), err
	})
	m.counted("messages_behind", "Messages that should show a newer board by now and do not.", func(ctx context.Context) (float64, error) {
		n, err := s.Behind(ctx, time.Now())
		return float64(n), err
	})
	m.counted("database_bytes", "How large the database is.", func(ctx context.Context) (float64, error) {
		n, err := s.Size(ctx)
		return float64(n), err
	})
}

func (m *Metrics) counted(name, help string, count func(context.Context) (float64, error)) {
	m.gauge(name, help, func() float64 {
		ctx, cancel := context.WithTimeout(context.Background(), countTime)
		defer cancel()
		n, err := count(ctx)
		if err != nil {
			return math.NaN()
		}
		return n
	})
}

// Clock adds a gauge for how far the machine's clock is ahead of a reference clock. Call it at most
// once.
func (m *Metrics) Clock(offset func() time.Duration) {
	m.gauge("clock_offset_seconds", "How far the clock is ahead of the time that has passed since it was last right.",
		func() float64 { return offset().Seconds() })
}

// Damaged adds a gauge that is 1 if found reports damage in the database. Call it at most once.
func (m *Metrics) Damaged(found func() bool) {
	m.gauge("database_damaged", "1 if damage was found in the database, else 0.", func() float64 { return oneIf(found()) })
}

// EngineQueue adds a gauge for the number of games that wait for the engine. Call it at most once.
func (m *Metrics) EngineQueue(length func() int) {
	m.gauge("engine_queue", "Games that wait for the engine's move.", func() float64 { return float64(length()) })
}

// Platform adds gauges for a platform: whether it is ready, and how many more messages its queue
// takes. Call it at most once for each platform.
func (m *Metrics) Platform(name string, ready func() bool, room func() int) {
	m.gaugeOf(name, "platform_ready", "1 while the bot is connected to the platform and can answer there, else 0.", func() float64 { return oneIf(ready()) })
	m.gaugeOf(name, "queue_room", "How many more messages the platform's queue takes on; 0 while the platform does not work.", func() float64 { return float64(room()) })
}

// Shards adds gauges for a gateway's shards: how many this process holds, how many of those are
// connected, and how many exist. Call it at most once.
func (m *Metrics) Shards(state func() (held, connected, of int)) {
	m.gauge("shards_held", "Shards of the gateway that are this process's.", func() float64 { held, _, _ := state(); return float64(held) })
	m.gauge("shards_connected", "Those of them that are connected.", func() float64 { _, connected, _ := state(); return float64(connected) })
	m.gauge("shards", "Shards of the gateway in all processes, 0 while that is not known.", func() float64 { _, _, of := state(); return float64(of) })
}

// LeaseLost adds a counter of lost leases, and returns the function that increments it. Call it at
// most once.
func (m *Metrics) LeaseLost() func() {
	return promauto.With(m.registry).NewCounter(prometheus.CounterOpts{
		Namespace: namespace, Name: "leases_lost_total",
		Help: "Leases of shards that this process could not renew in time, or that others have taken.",
	}).Inc
}

// Build sets the program's version and the commit that it was built from.
func (m *Metrics) Build(version, revision string) {
	m.build.WithLabelValues(version, revision).Set(1)
}

// Tenants sets the number of a platform's servers or workspaces with the bot.
func (m *Metrics) Tenants(platform string, n int) {
	m.tenants.WithLabelValues(platform).Set(float64(n))
}

func oneIf(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

func (m *Metrics) gauge(name, help string, value func() float64) {
	promauto.With(m.registry).NewGaugeFunc(prometheus.GaugeOpts{Namespace: namespace, Name: name, Help: help}, value)
}

func (m *Metrics) gaugeOf(platform, name, help string, value func() float64) {
	promauto.With(m.registry).NewGaugeFunc(prometheus.GaugeOpts{
		Namespace: namespace, Name: name, Help: help, ConstLabels: prometheus.Labels{"platform": platform},
	}, value)
}
