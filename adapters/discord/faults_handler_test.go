package discord_test

import (
	"context"
	"sync"
	"time"

	"othellobot/chat"
	"othellobot/engine"
	"othellobot/rules"
)

type pondering struct {
	*engine.Engine
	world *world
}

func (p pondering) Choose(ctx context.Context, at rules.Position, level int, seed uint64) (rules.Square, error) {
	select {
	case <-time.After(p.world.ponders):
	case <-ctx.Done():
	}
	return p.Engine.Choose(ctx, at, level, seed)
}

// hindered is a handler that tests can delay. It may be used concurrently.
type hindered struct {
	chat.Handler
	mu     sync.Mutex
	before func(context.Context, chat.Action) error
}

// runFirst makes every later action call before and then the handler. If before fails, the handler
// does not get the action.
func (h *hindered) runFirst(before func(context.Context, chat.Action) error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.before = before
}

// slow delays every later action by d, but not beyond its deadline.
func (h *hindered) slow(d time.Duration) {
	h.runFirst(func(ctx context.Context, _ chat.Action) error {
		select {
		case <-time.After(d):
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	})
}

func (h *hindered) Handle(ctx context.Context, a chat.Action) (chat.Response, error) {
	h.mu.Lock()
	before := h.before
	h.mu.Unlock()
	if before != nil {
		if err := before(ctx, a); err != nil {
			return chat.Response{}, err
		}
	}
	return h.Handler.Handle(ctx, a)
}
