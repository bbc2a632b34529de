// Package logtest lets tests read what a program writes while it runs, and wait for a
// line of it.
//
// It must never be part of the program: it keeps all that was written.
package logtest

import (
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

// patience limits the time that [Buffer.Await] waits.
const patience = 20 * time.Second

// Buffer is a writer that may be read and waited for while others write. Its zero value
// is empty.
type Buffer struct {
	mu    sync.Mutex
	text  strings.Builder
	grown chan struct{} // closed by the next write; nil if nobody waits
}

// Write never fails.
func (b *Buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.grown != nil {
		close(b.grown)
		b.grown = nil
	}
	return b.text.Write(p)
}

// String returns all that was written so far.
func (b *Buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

// Await waits until the text fits the pattern, and gives its groups. After 20 s it ends
// the test.
func (b *Buffer) Await(tb testing.TB, pattern string) []string {
	tb.Helper()
	p, late := regexp.MustCompile(pattern), time.After(patience)
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
