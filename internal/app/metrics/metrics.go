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
	add      promauto.Factory

	actions, lateAcks, reconnects, begun, ended, messages, redraws *prometheus.CounterVec
	handling, acks, waits, commits, late, engine                   *prometheus.HistogramVec
	works, tenants, build                                          *prometheus.GaugeVec
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
	r := prometheus.NewRegistry()
	r.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}), collectors.NewBuildInfoCollector())
	m := &Metrics{registry: r, add: promauto.With(r)}
	m.actions = m.counter("actions_total", "What people sent, and what the engine and the clock did, by the verb and by what came of it.", "platform", "verb", "outcome")
	m.handling = m.histogram("handle_seconds", "How long it took to do an action.", workBuckets, "platform")
	m.acks = m.histogram("ack_seconds", "From the arrival of a delivery to the end of its first answer.", ackBuckets, "platform")
	m.lateAcks = m.counter("late_acks_total", "First answers that took more than 3 s, or did not get through.", "platform")
	m.reconnects = m.counter("reconnects_total", "How often a connection to the platform had to be made again.", "platform")
	m.waits = m.histogram("rate_limit_wait_seconds", "How long requests to the platform were held back by its rate limits.", waitBuckets, "platform")
	m.works = m.gauge("platform_works", "1 while the platform's API works as far as is known, else 0.", "platform")
	m.commits = m.histogram("store_commit_seconds", "How long it took to store a change, by how that ended.", workBuckets, "outcome")
	m.begun = m.counter("games_begun_total", "Games that people began to play, by their kind.", "kind")
	m.ended = m.counter("games_ended_total", "Games that ended, by their kind and by how they ended.", "kind", "reason")
	m.messages = m.counter("messages_total", "Messages of games, by what came of sending them.", "platform", "outcome")
	m.redraws = m.counter("redraws_total", "Messages that were due to be drawn again, because they had not shown in time what is stored, or to be sure.", "platform")
	m.late = m.histogram("due_late_seconds", "How late the engine's moves, reminders and ends of games were begun.", lateBuckets, "task")
	m.engine = m.histogram("engine_seconds", "How long the engine took for a move or a hint.", workBuckets, "task")
	m.tenants = m.gauge("tenants", "Servers or workspaces in which the bot is installed, about.", "platform")
	m.build = m.gauge("build_info", "1, with the version and the commit of the program.", "version", "revision")
	return m
}

func (m *Metrics) counter(name, help string, labels ...string) *prometheus.CounterVec {
	return m.add.NewCounterVec(prometheus.CounterOpts{Namespace: namespace, Name: name, Help: help}, labels)
}

func (m *Metrics) histogram(name, help string, buckets []float64, labels ...string) *prometheus.HistogramVec {
	return m.add.NewHistogramVec(prometheus.HistogramOpts{Namespace: namespace, Name: name, Help: help, Buckets: buckets}, labels)
}

func (m *Metrics) gauge(name, help string, labels ...string) *prometheus.GaugeVec {
	return m.add.NewGaugeVec(prometheus.GaugeOpts{Namespace: namespace, Name: name, Help: help}, labels)
}

// measure adds a gauge that calls value at each scrape.
func (m *Metrics) measure(name, help string, labels prometheus.Labels, value func() float64) {
	m.add.NewGaugeFunc(prometheus.GaugeOpts{Namespace: namespace, Name: name, Help: help, ConstLabels: labels}, value)
}

// Handler serves all metrics in Prometheus's format.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{MaxRequestsInFlight: 4})
}

// AddUnreadable adds a counter of games that cannot be read, and returns the function that increments it.
// Its argument newer says that a newer version of the program wrote the game; otherwise it is damaged.
func (m *Metrics) AddUnreadable() func(newer bool) {
	c := m.counter("unreadable_games_total", "How often something was due for a stored game that cannot be read: damaged, or written by a newer version of the program.", "cause")
	causes := map[bool]prometheus.Counter{false: c.WithLabelValues("damaged"), true: c.WithLabelValues("newer")}
	return func(newer bool) { causes[newer].Inc() }
}

// AddLeaseLosses adds a counter of lost leases, and returns the function that increments it.
func (m *Metrics) AddLeaseLosses() func() {
	return m.counter("leases_lost_total", "Leases of shards that this process could not renew in time, or that others have taken.").WithLabelValues().Inc
}

// SetBuild sets the program's version and the commit that it was built from.
func (m *Metrics) SetBuild(version, revision string) {
	m.build.WithLabelValues(version, revision).Set(1)
}

// SetTenants sets the number of a platform's servers or workspaces with the bot.
func (m *Metrics) SetTenants(platform string, n int) {
	m.tenants.WithLabelValues(platform).Set(float64(n))
}

const countTimeout = time.Second // limit of each function in Stored

// Stored holds functions that measure a store.
type Stored struct {
	Games   func(context.Context) (int, error)            // running games
	Overdue func(context.Context, time.Time) (int, error) // messages whose redraw is overdue
	Size    func(context.Context) (int64, error)          // in bytes
	Damaged func() error                                  // nil if no damage was found
}

// AddStored adds gauges for the functions in s. A gauge is NaN while its function fails. Call AddStored at
// most once, like every method here that adds a metric.
func (m *Metrics) AddStored(s Stored) {
	m.measure("live_games", "Games that are being played.", nil, counted(s.Games))
	m.measure("messages_behind", "Messages that should show a newer board by now and do not.", nil, counted(func(ctx context.Context) (int, error) {
		return s.Overdue(ctx, time.Now())
	}))
	m.measure("database_bytes", "How large the database is.", nil, counted(s.Size))
	m.measure("database_damaged", "1 if damage was found in the database, else 0.", nil, func() float64 { return oneIf(s.Damaged() != nil) })
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

// AddClock adds a gauge for how far the machine's clock is ahead of a reference clock.
func (m *Metrics) AddClock(offset func() time.Duration) {
	m.measure("clock_offset_seconds", "How far the clock is ahead of the time that has passed since it was last right.", nil,
		func() float64 { return offset().Seconds() })
}

// AddEngineQueue adds a gauge for the number of games that wait for the engine.
func (m *Metrics) AddEngineQueue(length func() int) {
	m.measure("engine_queue", "Games that wait for the engine's move.", nil, func() float64 { return float64(length()) })
}

// AddPages adds a gauge for the number of open pages of games.
func (m *Metrics) AddPages(open func() int) {
	m.measure("pages_open", "Pages of games that are open in browsers, and follow the game.", nil, func() float64 { return float64(open()) })
}

// AddPlatform adds gauges for a platform: whether it is ready, and how many more messages its queue
// takes. Call it at most once for each platform.
func (m *Metrics) AddPlatform(name string, ready func() bool, room func() int) {
	labels := prometheus.Labels{"platform": name}
	m.measure("platform_ready", "1 while the bot is connected to the platform and can answer there, else 0.", labels, func() float64 { return oneIf(ready()) })
	m.measure("queue_room", "How many more messages the platform's queue takes on; 0 while the platform does not work.", labels, func() float64 { return float64(room()) })
}

// AddShards adds gauges for a gateway's shards: how many this process holds, how many of those are
// connected, and how many exist.
func (m *Metrics) AddShards(state func() (held, connected, of int)) {
	m.measure("shards_held", "Shards of the gateway that are this process's.", nil, func() float64 { held, _, _ := state(); return float64(held) })
	m.measure("shards_connected", "Those of them that are connected.", nil, func() float64 { _, connected, _ := state(); return float64(connected) })
	m.measure("shards", "Shards of the gateway in all processes, 0 while that is not known.", nil, func() float64 { _, _, of := state(); return float64(of) })
}

func oneIf(is bool) float64 {
	if is {
		return 1
	}
	return 0
}
