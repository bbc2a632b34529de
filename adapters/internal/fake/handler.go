package fake

import (
	"context"
	"sync"
	"time"

	"othellobot/chat"
)

// Handler is a [chat.Handler] that does as a test says, and keeps what it is asked and told.
// Where nothing is said it answers with nothing. Its methods may be called concurrently.
type Handler struct {
	Answer  func(context.Context, chat.Action) chat.Response // to be changed by [Handler.Answers] while it is in use
	Correct func(Report) chat.Response                       // what it answers to reports
	Drawn   func(show chat.Effect) chat.Response             // what it draws

	mu      sync.Mutex
	actions []chat.Action
	reports []Report
}

// Report is a call of [chat.Handler.Sent].
type Report struct {
	chat.Shown
	chat.Outcome
}

// Handle implements [chat.Handler].
func (h *Handler) Handle(ctx context.Context, a chat.Action) (r chat.Response, _ error) {
	h.mu.Lock()
	h.actions = append(h.actions, a)
	answer := h.Answer
	h.mu.Unlock()
	if answer != nil {
		r = answer(ctx, a)
	}
	return r, nil
}

// Draw implements [chat.Handler].
func (h *Handler) Draw(_ context.Context, show chat.Effect) (r chat.Response, _ error) {
	if h.Drawn != nil {
		r = h.Drawn(show)
	}
	return r, nil
}

// Sent implements [chat.Handler].
func (h *Handler) Sent(_ context.Context, shown chat.Shown, o chat.Outcome) (r chat.Response, _ error) {
	h.mu.Lock()
	h.reports = append(h.reports, Report{shown, o})
	h.mu.Unlock()
	if h.Correct != nil {
		r = h.Correct(Report{shown, o})
	}
	return r, nil
}

// Answers says what it answers from now on.
func (h *Handler) Answers(answer func(context.Context, chat.Action) chat.Response) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.Answer = answer
}

// Forget forgets what it was asked and told.
func (h *Handler) Forget() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.actions, h.reports = nil, nil
}

// Asked gives all actions so far.
func (h *Handler) Asked() []chat.Action {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.actions[:len(h.actions):len(h.actions)]
}

// Reported gives all reports so far.
func (h *Handler) Reported() []Report {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.reports[:len(h.reports):len(h.reports)]
}

// Answering always answers with the same effects.
func Answering(effects ...chat.Effect) func(context.Context, chat.Action) chat.Response {
	return After(0, effects...)
}

// After answers with effects when a time has gone by, or nobody waits any more.
func After(d time.Duration, effects ...chat.Effect) func(context.Context, chat.Action) chat.Response {
	return func(ctx context.Context, _ chat.Action) chat.Response {
		select {
		case <-time.After(d):
		case <-ctx.Done():
		}
		return chat.Response{Effects: effects}
	}
}
