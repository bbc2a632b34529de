package load

import (
	"fmt"
	"slices"
	"time"
)

// figures holds one turn's figures by name. Times are in milliseconds. Processor time and disk writes
// are per delivery.
type figures [count]float64

const (
	p50 = iota
	p95
	p99
	worst
	rate // answers per second
	late // the sender's lateness, 99th percentile
	user // processor time
	system
	processor
	written // to disk, in KiB
	count
)

func figuresOf(t *turn) (f figures) {
	f[written] = t.wrote / 1024 / float64(len(t.samples))
	took, n := t.took(), float64(len(t.samples))
	f[p50], f[p95], f[p99], f[worst] = percentile(took, 50), percentile(took, 95), percentile(took, 99), percentile(took, 100)
	f[rate], f[late] = float64(len(t.samples))/t.lasted.Seconds(), percentile(t.late(), 99)
	f[user], f[system], f[processor] = milliseconds(t.spent.user)/n, milliseconds(t.spent.system)/n, milliseconds(t.spent.sum())/n
	return f
}

// lateLimit limits the sender's lateness at the 99th percentile. From there on, a turn measures the machine
// more than the program.
const lateLimit = 10 * time.Millisecond

func (f figures) disturbed() bool { return f[late] >= milliseconds(lateLimit) }

// medians returns the median of each figure.
func medians(all []figures) (f figures) {
	values := make([]float64, len(all))
	for name := range f {
		for i := range all {
			values[i] = all[i][name]
		}
		slices.Sort(values)
		middle := len(values) / 2
		f[name] = (values[middle] + values[len(values)-1-middle]) / 2
	}
	return f
}

// ratios returns the ratios of one program's figures to another's, pair by pair.
func ratios(some, others []figures) []figures {
	all := make([]figures, len(some))
	for i := range all {
		for name := range all[i] {
			all[i][name] = some[i][name] / others[i][name]
		}
	}
	return all
}

const head = "pair  who         p50 ms   p95 ms   p99 ms   worst  a second  late p99  cpu ms   user + system"

func (f figures) line(pair, who string) string {
	return fmt.Sprintf("%-5s %-9s %8.2f %8.2f %8.2f %7.1f %9.1f %9.2f %7.3f  %.3f + %.3f",
		pair, who, f[p50], f[p95], f[p99], f[worst], f[rate], f[late], f[processor], f[user], f[system])
}

// result formats figures of n turns like a Go benchmark, https://go.dev/design/14313-benchmark-format.
func (f figures) result(name string, turns int) string {
	return fmt.Sprintf("Benchmark%s %d %.3f p50-ms %.3f p95-ms %.3f p99-ms %.3f cpu-ms %.2f written-KiB %.1f answers/s %.2f late-p99-ms",
		name, turns, f[p50], f[p95], f[p99], f[processor], f[written], f[rate], f[late])
}

// ratioResult formats ratios of figures in the same format.
func (f figures) ratioResult(name string, pairs int) string {
	return fmt.Sprintf("Benchmark%s %d %.3f p50-ratio %.3f p95-ratio %.3f p99-ratio %.3f cpu-ratio %.3f answers-ratio", name, pairs, f[p50], f[p95], f[p99], f[processor], f[rate])
}
