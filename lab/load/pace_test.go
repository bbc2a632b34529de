package load

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

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

// A slow call delays no other, and the time of a call includes its late start.
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

// With a crowd, the next call starts when one has ended. Its time does not include the wait.
func TestCrowdIsUnderWay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begin := time.Now()
		samples := concurrently(2)(5, func(int) { time.Sleep(10 * time.Millisecond) })
		for _, s := range samples {
			if s != (sample{took: 10 * time.Millisecond}) {
				t.Errorf("one of them is %v", s)
			}
		}
		if took := time.Since(begin); len(samples) != 5 || took != 30*time.Millisecond {
			t.Errorf("%d took %v", len(samples), took)
		}
	})
}
