package load

import (
	"math"
	"runtime"
	"slices"
	"sync"
	"time"
)

// sample is one of the things done at a pace.
type sample struct {
	late time.Duration // when it was begun, after it should have been
	took time.Duration // from when it should have been begun to its end
}

// pace has a thing done n times, and tells how each of them went.
type pace func(n int, do func(i int)) []sample

// steadily begins so many things a second, however long the others take.
func steadily(rate int) pace {
	return func(n int, do func(i int)) []sample { return inOpenLoop(n, interval(rate), sleepExactly, do) }
}

// underWay has so many things under way at any time: the next begins when one has ended.
func underWay(crowd int) pace {
	return func(n int, do func(i int)) []sample {
		samples := make([]sample, n)
		next := make(chan int)
		var running sync.WaitGroup
		for range crowd {
			running.Go(func() {
				for i := range next {
					begun := time.Now()
					do(i)
					samples[i].took = time.Since(begun)
				}
			})
		}
		for i := range n {
			next <- i
		}
		close(next)
		running.Wait()
		return samples
	}
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
