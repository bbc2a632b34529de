package load

import (
	"fmt"
	"slices"
	"testing"
	"time"
)

// turns is how requests go by turns to the bot and to the baseline, each delivery to
// both of them.
type turns struct {
	length int // of a turn, in requests
	pairs  int
}

func (t turns) deliveries() int       { return t.length * t.pairs }
func (t turns) requests() int         { return 2 * t.deliveries() }
func (t turns) delivery(i int) int    { return t.pair(i)*t.length + i%t.length }
func (t turns) pair(i int) int        { return i / (2 * t.length) }
func (t turns) ofBaseline(i int) bool { return i/t.length%2 == 1 }

// report compares the times of both.
func (t turns) report(b *testing.B, samples []sample) {
	ours, theirs := make([][]time.Duration, t.pairs), make([][]time.Duration, t.pairs)
	var late []time.Duration
	for i, s := range samples {
		to := ours
		if t.ofBaseline(i) {
			to = theirs
		}
		to[t.pair(i)] = append(to[t.pair(i)], s.took)
		late = append(late, s.late)
	}
	all, allTheirs := slices.Concat(ours...), slices.Concat(theirs...)
	reportTimes(b, "", all)
	reportTimes(b, "baseline-", allTheirs)
	for _, p := range []float64{50, 95} {
		ratios := make([]float64, t.pairs)
		for i := range ratios {
			ratios[i] = percentile(ours[i], p) / percentile(theirs[i], p)
		}
		slices.Sort(ratios)
		b.ReportMetric(ratios[len(ratios)/2], fmt.Sprintf("pairs-p%v-ratio", p))
		b.ReportMetric(percentile(all, p)/percentile(allTheirs, p), fmt.Sprintf("p%v-ratio", p))
		b.ReportMetric(percentile(late, p), fmt.Sprintf("late-p%v-ms", p))
	}
}

func TestTurnsSendEachDeliveryToBoth(t *testing.T) {
	plan := turns{length: 2, pairs: 2}
	sent := ""
	for i := range plan.requests() {
		sent += fmt.Sprint(plan.delivery(i), plan.ofBaseline(i), " ")
	}
	if want := "0 false 1 false 0 true 1 true 2 false 3 false 2 true 3 true "; sent != want {
		t.Errorf("they are sent as %s, want %s", sent, want)
	}
}
