package metrics

import (
	"context"
	"math"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promauto"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Metrics holds the metrics of one process. It is safe for concurrent use.
type Metrics struct {
	registry *prometheus.Registry

	actions    *prometheus.CounterVec
	handling   *prometheus.HistogramVec
	acks       *prometheus.HistogramVec
	lateAcks   *prometheus.CounterVec
	reconnects *prometheus.CounterVec
	waits      *prometheus.HistogramVec
	works      *prometheus.GaugeVec
	commits    *prometheus.HistogramVec
	begun      *prometheus.CounterVec
	ended      *prometheus.CounterVec
	messages   *prometheus.CounterVec
	redraws    *prometheus.CounterVec
	late       *prometheus.HistogramVec
	engine     *prometheus.HistogramVec
	tenants    *prometheus.GaugeVec
	build      *prometheus.GaugeVec
}

// Histogram buckets, in seconds.
var (
	workBuckets = []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10}
	ackBuckets  = []float64{.005, .01, .025, .05, .1, .25, .5, 1, 1.5, 2, 2.5, 3, 5}
	waitBuckets = []float64{.01, .1, .25, .5, 1, 2.5, 5, 10, 20, 60, 120}
	lateBuckets = []float64{.1, .5, 1, 2.5, 5, 10, 30, 60, 300, 1800}
)

const namespace = "othellobot"

// New returns metrics with no observations.
func New() *Metrics {
	registry := prometheus.NewRegistry()
	registry.MustRegister(
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}), collectors.NewBuildInfoCollector(),
	)
	add := promauto.With(registry)
	counter := func(name, help string, labels ...string) *prometheus.CounterVec {
		return add.NewCounterVec(prometheus.CounterOpts{Namespace: namespace, Name: name, Help: help}, labels)
	}
	histogram := func(name, help string, buckets []float64, labels ...string) *prometheus.HistogramVec {
		return add.NewHistogramVec(prometheus.HistogramOpts{Namespace: namespace, Name: name, Help: help, Buckets: buckets}, labels)
	}
	gauge := func(name, help string, labels ...string) *prometheus.GaugeVec {
		return add.NewGaugeVec(prometheus.GaugeOpts{Namespace: namespace, Name: name, Help: help}, labels)
	}
	return &Metrics{
		registry:   registry,
		actions:    counter("actions_total", "What people sent, and what the engine and the clock did, by the verb and by what came of it.", "platform", "verb", "outcome"),
		handling:   histogram("handle_seconds", "How long it took to do an action.", workBuckets, "platform"),
		acks:       histogram("ack_seconds", "From the arrival of a delivery to the end of its first answer.", ackBuckets, "platform"),
		lateAcks:   counter("late_acks_total", "First answers that took more than 3 s, or did not get through.", "platform"),
		reconnects: counter("reconnects_total", "How often a connection to the platform had to be made again.", "platform"),
		waits:      histogram("rate_limit_wait_seconds", "How long requests to the platform were held back by its rate limits.", waitBuckets, "platform"),
		works:      gauge("platform_works", "1 while the platform's API works as far as is known, else 0.", "platform"),
		commits:    histogram("store_commit_seconds", "How long it took to store a change, by how that ended.", workBuckets, "outcome"),
		begun:      counter("games_begun_total", "Games that people began to play, by their kind.", "kind"),
		ended:      counter("games_ended_total", "Games that ended, by their kind and by how they ended.", "kind", "reason"),
		messages:   counter("messages_total", "Messages of games, by what came of sending them.", "platform", "outcome"),
		redraws:    counter("redraws_total", "Messages that were due to be drawn again, because they had not shown in time what is stored, or to be sure.", "platform"),
		late:       histogram("due_late_seconds", "How late the engine's moves, reminders and ends of games were begun.", lateBuckets, "task"),
		engine:     histogram("engine_seconds", "How long the engine took for a move or a hint.", workBuckets, "task"),
		tenants:    gauge("tenants", "Servers or workspaces in which the bot is installed, about.", "platform"),
		build:      gauge("build_info", "1, with the version and the commit of the program.", "version", "revision"),
	}
}

// Unreadable adds a counter of games that cannot be read, and returns the function that increments it.
// Its argument newer says that a newer version of the program wrote the game; otherwise it is damaged.
func (m *Metrics) Unreadable() func(newer bool) {
	c := promauto.With(m.registry).NewCounterVec(prometheus.CounterOpts{
		Namespace: namespace, Name: "unreadable_games_total",
		Help: "How often something was due for a stored game that cannot be read: damaged, or written by a newer version of the program.",
	}, []string{"cause"})
	causes := map[bool]prometheus.Counter{false: c.WithLabelValues("damaged"), true: c.WithLabelValues("newer")}
	return func(newer bool) { causes[newer].Inc() }
}

// Handler serves all metrics in Prometheus's format.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{MaxRequestsInFlight: 4})
}

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
