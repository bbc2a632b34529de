// Package logtest lets tests read a program's output while it runs, and wait for a line of it.
//
// It must never be part of the program, because it keeps the whole output.
package logtest

import (
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

const awaitTimeout = 20 * time.Second

// Buffer is a writer whose text can be read while others write. The zero Buffer is empty. Its methods
// may be called concurrently.
type Buffer struct {
	mu    sync.Mutex
	text  strings.Builder
	grown chan struct{} // closed by the next write; nil while no Await waits
}

// Write implements [io.Writer]. It never fails.
func (b *Buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.grown != nil {
		close(b.grown)
		b.grown = nil
	}
	return b.text.Write(p)
}

// String returns the text written so far.
func (b *Buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

// Await waits until the text matches the pattern, and returns the match and its groups. After 20 s
// it fails the test.
func (b *Buffer) Await(tb testing.TB, pattern string) []string {
	tb.Helper()
	p, late := regexp.MustCompile(pattern), time.After(awaitTimeout)
	for {
		b.mu.Lock()
		found := p.FindStringSubmatch(b.text.String())
		if b.grown == nil {
			b.grown = make(chan struct{})
		}
		grown := b.grown
		b.mu.Unlock()
		if found != nil {
			return found
		}
		select {
		case <-grown:
		case <-late:
			tb.Fatalf("nothing like %s in\n%s", pattern, b)
		}
	}
}
