package load

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// sample is one of the things done at a pace.
type sample struct {
	late time.Duration // when it was begun, after it should have been
	took time.Duration // from when it should have been begun to its end
}

// inOpenLoop does a thing n times, beginning one after each interval however long
// the others take, and waits for all. What is begun too late or has to wait for
// its turn is slow in the same way as for those who wait for it.
func inOpenLoop(n int, interval time.Duration, sleep func(time.Duration), do func(i int)) []sample {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	samples := make([]sample, n)
	var running sync.WaitGroup
	begin := time.Now().Add(interval)
	for i := range n {
		due := begin.Add(time.Duration(i) * interval)
		sleep(time.Until(due))
		running.Go(func() {
			samples[i].late = time.Since(due)
			do(i)
			samples[i].took = time.Since(due)
		})
	}
	running.Wait()
	return samples
}

// percentile gives the smallest of the times that p percent of them do not
// exceed, in milliseconds.
func percentile(times []time.Duration, p float64) float64 {
	sorted := slices.Sorted(slices.Values(times))
	rank := int(math.Ceil(p / 100 * float64(len(sorted))))
	return milliseconds(sorted[max(rank, 1)-1])
}

func milliseconds(d time.Duration) float64 { return d.Seconds() * 1000 }

func reportTimes(b *testing.B, prefix string, times []time.Duration) {
	for _, p := range []float64{50, 95, 99} {
		b.ReportMetric(percentile(times, p), fmt.Sprintf("%sp%v-ms", prefix, p))
	}
	b.ReportMetric(percentile(times, 100), prefix+"worst-ms")
}

func TestPercentile(t *testing.T) {
	times := []time.Duration{4, 1, 3, 2}
	for i := range times {
		times[i] *= time.Millisecond
	}
	for p, want := range map[float64]float64{0: 1, 25: 1, 26: 2, 50: 2, 75: 3, 95: 4, 100: 4} {
		if got := percentile(times, p); got != want {
			t.Errorf("percentile %v is %v, want %v", p, got, want)
		}
	}
}

// One that takes long holds up nobody, and one that is begun late counts as slow.
func TestOpenLoopDoesNotWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		oversleeps := func(d time.Duration) { time.Sleep(d + time.Millisecond) }
		begin := time.Now()
		samples := inOpenLoop(4, 10*time.Millisecond, oversleeps, func(i int) {
			if i == 0 {
				time.Sleep(100 * time.Millisecond)
			}
		})
		want := []sample{{1, 101}, {1, 1}, {1, 1}, {1, 1}}
		for i := range want {
			want[i].late *= time.Millisecond
			want[i].took *= time.Millisecond
		}
		if !slices.Equal(samples, want) || time.Since(begin) != 111*time.Millisecond {
			t.Errorf("after %v it gives %v, want %v", time.Since(begin), samples, want)
		}
	})
}
