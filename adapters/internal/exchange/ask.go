package exchange

import (
	"context"
	"log/slog"
	"time"

	"othellobot/chat"
	"othellobot/internal/survived"
)

// Ask calls the handler, and reports whether it answered. Why it did not is logged.
func Ask(ctx context.Context, log *slog.Logger, call func() (chat.Response, error)) (r chat.Response, ok bool) {
	defer func() {
		if value := recover(); value != nil {
			log.ErrorContext(ctx, "a panic in the handler was survived", survived.Panic(value))
		}
	}()
	answer, err := call()
	if err != nil {
		log.ErrorContext(ctx, "the handler failed", "error", err)
		return chat.Response{}, false
	}
	return answer, true
}

// Await returns what work returns. If that takes beyond the time at, it calls late
// first, once. Work runs in a goroutine of its own, and must survive its panics.
func Await[T any](at time.Time, work func() T, late func()) T {
	ready := make(chan T, 1)
	go func() { ready <- work() }()
	timer := time.NewTimer(time.Until(at))
	defer timer.Stop()
	select {
	case made := <-ready:
		return made
	case <-timer.C:
		late()
		return <-ready
	}
}

// Sleep waits for d, or until ctx is done, and then says so.
func Sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
