package load

import (
	"math"
	"runtime"
	"slices"
	"sync"
	"time"
)

// sample times one of n calls.
type sample struct {
	late time.Duration // from when the call was due to its start; 0 with a crowd
	took time.Duration // from when the call was due, or started with a crowd, to its end
}

// pace calls do n times, and times each call.
type pace func(n int, do func(i int)) []sample

// atRate starts rate calls a second, regardless of how long others take.
func atRate(rate int) pace {
	return func(n int, do func(i int)) []sample { return inOpenLoop(n, interval(rate), sleepExactly, do) }
}

// concurrently keeps crowd calls running: the next starts when one has ended.
func concurrently(crowd int) pace {
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

// inOpenLoop starts a call after each interval, regardless of how long others take, and waits for all
// n. Times count from when a call was due, so that a late start counts, as for a user who waits.
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

// percentile returns, in milliseconds, the smallest time that at least p percent of the times do not exceed.
func percentile(times []time.Duration, p float64) float64 {
	sorted := slices.Sorted(slices.Values(times))
	rank := int(math.Ceil(p / 100 * float64(len(sorted))))
	return milliseconds(sorted[max(rank, 1)-1])
}

func milliseconds(d time.Duration) float64 { return d.Seconds() * 1000 }
