package metrics

import (
	"net/http"

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
