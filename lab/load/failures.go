package load

import (
	"sync"
	"testing"
)

// failures counts errors and keeps the first one, since the others would only fill the screen. It is
// safe for concurrent use.
type failures struct {
	mu    sync.Mutex
	n     int
	first error
}

// note counts err unless it is nil.
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

// report fails the test or benchmark if there were failures.
func (f *failures) report(tb testing.TB) {
	tb.Helper()
	if f.n > 0 {
		tb.Errorf("%d failures, the first of them: %v", f.n, f.first)
	}
}
