package fake

import (
	"context"
	"slices"
	"sync"
	"time"

	"othellobot/adapters/internal/exchange"
	"othellobot/chat"
)

// Handler is a [chat.Handler] that answers as a test says and records its calls. It is safe for concurrent use.
type Handler struct {
	Answer  func(context.Context, chat.Action) chat.Response // answers actions; once in use, change it with [Handler.SetAnswer]
	Correct func(Report) chat.Response                       // answers reports
	Drawing func(show chat.Effect) chat.Response             // draws Refreshes; once in use, change it with [Handler.SetDrawing]

	mu      sync.Mutex
	actions []chat.Action
	reports []Report
}

// Report is a call of [chat.Handler.Sent].
type Report struct {
	chat.Subject
	chat.Outcome
}

func (h *Handler) Handle(ctx context.Context, a chat.Action) (r chat.Response, _ error) {
	var answer func(context.Context, chat.Action) chat.Response
	h.locked(func() { h.actions, answer = append(h.actions, a), h.Answer })
	if answer != nil {
		r = answer(ctx, a)
	}
	return r, nil
}

func (h *Handler) Draw(_ context.Context, show chat.Effect) (r chat.Response, _ error) {
	var draw func(chat.Effect) chat.Response
	h.locked(func() { draw = h.Drawing })
	if draw != nil {
		r = draw(show)
	}
	return r, nil
}

func (h *Handler) Sent(_ context.Context, shown chat.Subject, o chat.Outcome) (r chat.Response, _ error) {
	h.locked(func() { h.reports = append(h.reports, Report{shown, o}) })
	if h.Correct != nil {
		r = h.Correct(Report{shown, o})
	}
	return r, nil
}

// SetAnswer replaces the function that answers actions.
func (h *Handler) SetAnswer(answer func(context.Context, chat.Action) chat.Response) {
	h.locked(func() { h.Answer = answer })
}

// SetDrawing replaces the function that draws Refreshes.
func (h *Handler) SetDrawing(draw func(refresh chat.Effect) chat.Response) {
	h.locked(func() { h.Drawing = draw })
}

// Forget clears the recorded actions and reports.
func (h *Handler) Forget() { h.locked(func() { h.actions, h.reports = nil, nil }) }

// Actions returns all actions so far.
func (h *Handler) Actions() (all []chat.Action) {
	h.locked(func() { all = slices.Clip(h.actions) })
	return all
}

// Reported returns all reports so far.
func (h *Handler) Reported() (all []Report) {
	h.locked(func() { all = slices.Clip(h.reports) })
	return all
}

func (h *Handler) locked(do func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	do()
}

// Answering returns a function that always answers with the same effects.
func Answering(effects ...chat.Effect) func(context.Context, chat.Action) chat.Response {
	return After(0, effects...)
}

// After returns a function that answers with effects once d has passed or the context is done.
func After(d time.Duration, effects ...chat.Effect) func(context.Context, chat.Action) chat.Response {
	return func(ctx context.Context, _ chat.Action) chat.Response {
		select {
		case <-time.After(d):
		case <-ctx.Done():
		}
		return chat.Response{Effects: effects}
	}
}

// Watch records the calls of an observer. Read its fields only when nothing is in flight.
type Watch struct {
	mu           sync.Mutex
	Acks, Waits  []time.Duration
	Failed       int // failed acknowledgements
	Reconnecting int
	Works        []bool
}

// Observer returns the observer whose calls the watch records.
func (w *Watch) Observer() exchange.Observer {
	note := func(do func()) {
		w.mu.Lock()
		defer w.mu.Unlock()
		do()
	}
	return exchange.Observer{
		Acknowledged: func(after time.Duration, err error) {
			note(func() {
				if err != nil {
					w.Failed++
				}
				w.Acks = append(w.Acks, after)
			})
		},
		Reconnecting: func() { note(func() { w.Reconnecting++ }) },
		Waited:       func(d time.Duration) { note(func() { w.Waits = append(w.Waits, d) }) },
		Works:        func(does bool) { note(func() { w.Works = append(w.Works, does) }) },
	}
}

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
