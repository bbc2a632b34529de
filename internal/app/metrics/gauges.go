package metrics

import (
	"context"
	"math"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"
)

// countTimeout limits how long a scrape waits for each function in Stored.
const countTimeout = time.Second

// Stored holds functions that measure a store.
type Stored struct {
	Games   func(context.Context) (int, error)            // running games
	Overdue func(context.Context, time.Time) (int, error) // messages whose redraw is overdue
	Size    func(context.Context) (int64, error)          // in bytes
}

// Stored adds gauges for the functions in s. A gauge is NaN while its function fails. Call Stored at
// most once, like every method here that adds a metric.
func (m *Metrics) Stored(s Stored) {
	m.gauge("", "live_games", "Games that are being played.", counted(s.Games))
	m.gauge("", "messages_behind", "Messages that should show a newer board by now and do not.", counted(func(ctx context.Context) (int, error) {
		return s.Overdue(ctx, time.Now())
	}))
	m.gauge("", "database_bytes", "How large the database is.", counted(s.Size))
}

func counted[N int | int64](count func(context.Context) (N, error)) func() float64 {
	return func() float64 {
		ctx, cancel := context.WithTimeout(context.Background(), countTimeout)
		defer cancel()
		n, err := count(ctx)
		if err != nil {
			return math.NaN()
		}
		return float64(n)
	}
}

// Clock adds a gauge for how far the machine's clock is ahead of a reference clock.
func (m *Metrics) Clock(offset func() time.Duration) {
	m.gauge("", "clock_offset_seconds", "How far the clock is ahead of the time that has passed since it was last right.",
		func() float64 { return offset().Seconds() })
}

// Damaged adds a gauge that is 1 if found reports damage in the database.
func (m *Metrics) Damaged(found func() bool) {
	m.gauge("", "database_damaged", "1 if damage was found in the database, else 0.", func() float64 { return oneIf(found()) })
}

// EngineQueue adds a gauge for the number of games that wait for the engine.
func (m *Metrics) EngineQueue(length func() int) {
	m.gauge("", "engine_queue", "Games that wait for the engine's move.", func() float64 { return float64(length()) })
}

// Platform adds gauges for a platform: whether it is ready, and how many more messages its queue
// takes. Call it at most once for each platform.
func (m *Metrics) Platform(name string, ready func() bool, room func() int) {
	m.gauge(name, "platform_ready", "1 while the bot is connected to the platform and can answer there, else 0.", func() float64 { return oneIf(ready()) })
	m.gauge(name, "queue_room", "How many more messages the platform's queue takes on; 0 while the platform does not work.", func() float64 { return float64(room()) })
}

// Shards adds gauges for a gateway's shards: how many this process holds, how many of those are
// connected, and how many exist.
func (m *Metrics) Shards(state func() (held, connected, of int)) {
	m.gauge("", "shards_held", "Shards of the gateway that are this process's.", func() float64 { held, _, _ := state(); return float64(held) })
	m.gauge("", "shards_connected", "Those of them that are connected.", func() float64 { _, connected, _ := state(); return float64(connected) })
	m.gauge("", "shards", "Shards of the gateway in all processes, 0 while that is not known.", func() float64 { _, _, of := state(); return float64(of) })
}

// LeaseLost adds a counter of lost leases, and returns the function that increments it.
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

func (m *Metrics) gauge(platform, name, help string, value func() float64) {
	opts := prometheus.GaugeOpts{Namespace: namespace, Name: name, Help: help}
	if platform != "" {
		opts.ConstLabels = prometheus.Labels{"platform": platform}
	}
	promauto.With(m.registry).NewGaugeFunc(opts, value)
}
