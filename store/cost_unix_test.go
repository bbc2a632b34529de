//go:build unix

package store_test

import (
	"sync"
	"syscall"
	"testing"
	"time"
)

func processorTime(b testing.TB) time.Duration {
	b.Helper()
	var used syscall.Rusage
	noError(b, syscall.Getrusage(syscall.RUSAGE_SELF, &used))
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// eachOf runs do concurrently for each number below crowd.
func eachOf(crowd int, do func(who int)) {
	var all sync.WaitGroup
	for who := range crowd {
		all.Go(func() { do(who) })
	}
	all.Wait()
}
