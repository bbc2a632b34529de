package slack

import (
	"context"
	"sync"
	"time"

	"othellobot/chat"
)

// intake is what is under way, and whether more is taken on. The zero intake is
// closed.
type intake struct {
	mu      sync.RWMutex // guards the rest; work grows only while it is read-locked
	running bool
	base    context.Context
	handler chat.Handler
	work    sync.WaitGroup
}

// open begins to take work on for a handler. The function it gives closes the
// intake and waits until all work is done; after the patience it cancels the
// context of what is left.
func (i *intake) open(ctx context.Context, h chat.Handler) (end func(patience time.Duration)) {
	base, cancel := context.WithCancel(ctx)
	i.mu.Lock()
	i.running, i.base, i.handler = true, base, h
	i.mu.Unlock()
	return func(patience time.Duration) {
		i.mu.Lock()
		i.running = false
		i.mu.Unlock()
		timer := time.AfterFunc(patience, cancel)
		i.work.Wait()
		timer.Stop()
		cancel()
	}
}

// do runs a task in a goroutine, and reports whether it does.
func (i *intake) do(task func(context.Context, chat.Handler)) bool {
	i.mu.RLock()
	defer i.mu.RUnlock()
	if !i.running {
		return false
	}
	base, handler := i.base, i.handler
	i.work.Go(func() { task(base, handler) })
	return true
}

// current is the handler that work was taken on for last.
func (i *intake) current() chat.Handler {
	i.mu.RLock()
	defer i.mu.RUnlock()
	return i.handler
}
