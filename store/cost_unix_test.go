//go:build unix

package store_test

import (
	"sync"
	"syscall"
	"testing"
	"time"
)

// processorTime returns the processor time that this process has used so far.
func processorTime(b testing.TB) time.Duration {
	b.Helper()
	var used syscall.Rusage
	noError(b, syscall.Getrusage(syscall.RUSAGE_SELF, &used))
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// eachOf runs crowd calls of do at the same time.
func eachOf(crowd int, do func(who int)) {
	var all sync.WaitGroup
	for who := range crowd {
		all.Go(func() { do(who) })
	}
	all.Wait()
}
