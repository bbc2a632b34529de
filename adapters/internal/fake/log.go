package fake

import (
	"slices"
	"sync"
)

// Log is a record of requests. It may be used concurrently.
type Log[T any] struct {
	mu  sync.Mutex
	all []T
}

// Note appends a request. Call it when the request is answered.
func (l *Log[T]) Note(r T) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all = append(l.all, r)
}

// Requests returns all requests so far, in the order of their answers.
func (l *Log[T]) Requests() []T {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.all)
}

// ForgetRequests empties the record.
func (l *Log[T]) ForgetRequests() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all = nil
}
