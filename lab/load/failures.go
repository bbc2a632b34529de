package load

import (
	"sync"
	"testing"
)

// failures counts what failed, and keeps the first of it: the others would only
// fill the screen. It may be used concurrently.
type failures struct {
	mu    sync.Mutex
	n     int
	first error
}

// note counts an error, if it is one.
func (f *failures) note(err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err == nil {
		return
	}
	if f.n++; f.first == nil {
		f.first = err
	}
}

// tell fails the test or benchmark if anything failed.
func (f *failures) tell(tb testing.TB) {
	tb.Helper()
	if f.n > 0 {
		tb.Errorf("%d failures, the first of them: %v", f.n, f.first)
	}
}
