package main

import (
	"fmt"
	"io"
	"math"
	"slices"
	"time"

	"othellobot/review"
)

func (m *measuring) print(to io.Writer) {
	fmt.Fprintf(to, "%d games\n", len(m.took))
	m.printWhole(to)
	m.printCalibration(to)
	if m.bad > 0 {
		m.printReasons(to)
	}
}

func (m *measuring) printWhole(to io.Writer) {
	fmt.Fprintf(to, "BenchmarkReviews %d %d p50-cpu-ms %d p95-cpu-ms\n", len(m.took), quantile(m.took, .5).Milliseconds(), quantile(m.took, .95).Milliseconds())
	fmt.Fprintf(to, "the winner is more accurate in %v\n", ratio{m.ahead, m.decided})
	if m.solid[1].whole > 0 {
		fmt.Fprintf(to, "like the reference: worst three %v; labels %v; exact with at most 14 empty squares %v\n", m.solid[0], m.solid[1], m.solid[2])
		var ours, theirs []float64
		for _, l := range m.lost {
			ours, theirs = append(ours, l[0]), append(theirs, l[1])
		}
		fmt.Fprintf(to, "discs lost a choice: rank correlation %.3f over %d sides\n", spearman(ours, theirs), len(ours))
	}
}

func (m *measuring) printReasons(to io.Writer) {
	fmt.Fprintf(to, "reasons: %v of mistakes have one; %d good moves, of which %d are not the best\n", ratio{m.explained, m.bad}, m.fine, m.good)
	for kind := review.Thrown; kind <= review.CornerMissed; kind++ {
		s := m.shares[kind]
		if s == nil {
			continue
		}
		bad, good := 100*float64(s.bad)/float64(m.bad), 100*float64(s.good)/float64(max(1, m.good))
		all := 100 * float64(s.good) / float64(max(1, m.fine))
		fmt.Fprintf(to, "  %-14v %5.1f %% of mistakes, %5.2f %% of good moves, lift %.1f; of those that are not the best %.1f %%, lift %.1f\n",
			kind, bad, all, bad/all, good, bad/good)
	}
}

// printFit prints the fitted worth of a disc, and the judge's bias for Black.
func (m *measuring) printFit(to io.Writer) {
	worth := fitCurve(m.outcomes)
	for _, knot := range worth.knots {
		fmt.Fprintf(to, "{%d, %.3f}, ", knot.empties, knot.k)
	}
	fmt.Fprintf(to, "fade %.3f\nfitted to %d positions of %d games\nBlack is valued too high, in discs:", worth.fade, len(m.outcomes), len(m.took))
	for _, empties := range [][2]int{{41, 60}, {31, 40}, {21, 30}, {11, 20}, {1, 10}} {
		part := slices.DeleteFunc(slices.Clone(m.outcomes), func(o outcome) bool { return o.empties < empties[0] || o.empties > empties[1] })
		fmt.Fprintf(to, " %+.2f with %d to %d empty squares;", biasOf(worth, part), empties[0], empties[1])
	}
	fmt.Fprintln(to)
}

// printCalibration prints how often positions were won, by their Win%.
func (m *measuring) printCalibration(to io.Writer) {
	var said, got [10]float64
	var n [10]int
	for _, o := range m.outcomes {
		percent := winPercent(o.discs, o.empties)
		bin := min(int(percent/10), 9)
		said[bin], got[bin], n[bin] = said[bin]+percent, got[bin]+100*o.points, n[bin]+1
	}
	fmt.Fprintln(to, "Win% said, won, positions:")
	for bin, count := range n {
		if count > 0 {
			fmt.Fprintf(to, "  %5.1f %5.1f %6d  off by %+.1f\n", said[bin]/float64(count), got[bin]/float64(count), count, (got[bin]-said[bin])/float64(count))
		}
	}
}

func quantile(times []time.Duration, part float64) time.Duration {
	sorted := slices.Sorted(slices.Values(times))
	at := int(math.Ceil(part*float64(len(sorted)))) - 1
	return sorted[max(0, at)].Round(10 * time.Millisecond)
}
