package app_test

import (
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

// buffer is a writer that may be read and waited for while others write.
type buffer struct {
	mu    sync.Mutex
	text  strings.Builder
	grown chan struct{} // closed by the next write; nil if nobody waits
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.grown != nil {
		close(b.grown)
		b.grown = nil
	}
	return b.text.Write(p)
}

func (b *buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

// await waits until the text fits the pattern, and gives its groups.
func (b *buffer) await(t *testing.T, pattern string) []string {
	t.Helper()
	p, late := regexp.MustCompile(pattern), time.After(20*time.Second)
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
			t.Fatalf("nothing like %s in\n%s", pattern, b)
		}
	}
}
