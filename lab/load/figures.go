package load

import (
	"fmt"
	"slices"
	"time"
)

// figures are those of one turn by their name: times in milliseconds, of processor
// time that for each delivery.
type figures [count]float64

const (
	p50 = iota
	p95
	p99
	worst
	rate // of answers, a second
	late // how late the sender was, at the 99th percentile
	user // processor time
	system
	processor
	count
)

func figuresOf(t *turn) (f figures) {
	took, n := t.took(), float64(len(t.samples))
	f[p50], f[p95], f[p99], f[worst] = percentile(took, 50), percentile(took, 95), percentile(took, 99), percentile(took, 100)
	f[rate], f[late] = t.rate(), percentile(t.late(), 99)
	f[user], f[system], f[processor] = milliseconds(t.spent.user)/n, milliseconds(t.spent.system)/n, milliseconds(t.spent.sum())/n
	return f
}

// lateLimit is how late a sender may be at the 99th percentile. Beyond it a turn
// tells more of the machine than of the one who answers.
const lateLimit = 10 * time.Millisecond

func (f figures) disturbed() bool { return f[late] >= milliseconds(lateLimit) }

// medians are those of each figure.
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

// ratios are those of the figures of some to those of others.
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

func (f figures) ratioLine(of string) string {
	return fmt.Sprintf("%s, medians of the ratios of each pair: p50 %.3f, p95 %.3f, p99 %.3f, cpu %.3f", of, f[p50], f[p95], f[p99], f[processor])
}
