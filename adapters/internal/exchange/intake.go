package exchange

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"othellobot/chat"
	"othellobot/internal/survived"
)

// Intake starts tasks while it is open and counts the running ones. The zero Intake is closed. Its
// methods may be called concurrently.
type Intake struct {
	mu      sync.Mutex // guards the rest
	open    bool
	base    context.Context
	handler chat.Handler
	running int
	idle    sync.Cond // signals that no task runs any more
}

// Open lets tasks start and passes them h. The returned function closes the intake and waits for
// all tasks. It cancels their context after patience.
func (i *Intake) Open(ctx context.Context, h chat.Handler) (end func(patience time.Duration)) {
	base, cancel := context.WithCancel(ctx)
	i.mu.Lock()
	i.open, i.base, i.handler, i.idle.L = true, base, h, &i.mu
	i.mu.Unlock()
	return func(patience time.Duration) {
		i.mu.Lock()
		i.open = false
		i.mu.Unlock()
		timer := time.AfterFunc(patience, cancel)
		i.Wait()
		timer.Stop()
		cancel()
	}
}

// Do runs task in its own goroutine if the intake is open, and reports whether it did.
func (i *Intake) Do(task func(context.Context, chat.Handler)) bool { return i.start(task, false) }

// Follow runs a task that continues another: like [Intake.Do], but also while a closed intake has running tasks.
func (i *Intake) Follow(task func(context.Context, chat.Handler)) bool { return i.start(task, true) }

func (i *Intake) start(task func(context.Context, chat.Handler), follows bool) bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	if !i.open && (!follows || i.running == 0) {
		return false
	}
	i.running++
	base, handler := i.base, i.handler
	go func() {
		defer func() {
			i.mu.Lock()
			defer i.mu.Unlock()
			if i.running--; i.running == 0 {
				i.idle.Broadcast()
			}
		}()
		task(base, handler)
	}()
	return true
}

// Wait returns once no task is running.
func (i *Intake) Wait() {
	i.mu.Lock()
	defer i.mu.Unlock()
	for i.running > 0 {
		i.idle.Wait()
	}
}

// IsOpen reports whether new tasks may start.
func (i *Intake) IsOpen() bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.open
}

// Handler returns the handler of the last [Intake.Open], or nil before the first.
func (i *Intake) Handler() chat.Handler {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.handler
}

// Report reports an event in a place to the handler. It returns false if the handler failed.
func (i *Intake) Report(ctx context.Context, log *slog.Logger, verb string, of chat.Place) (noted bool) {
	h := i.Handler()
	_, noted = Ask(ctx, log, func() (chat.Response, error) {
		return h.Handle(ctx, chat.Action{Origin: chat.OriginPlatform, Verb: verb, Place: of})
	})
	return noted
}

// Ask calls the handler and reports whether it answered. It logs an error or a panic of the handler.
func Ask(ctx context.Context, log *slog.Logger, call func() (chat.Response, error)) (r chat.Response, ok bool) {
	defer func() {
		if value := recover(); value != nil {
			log.ErrorContext(ctx, "recovered from a panic in the handler", survived.Panic(value))
		}
	}()
	answer, err := call()
	if err != nil {
		log.ErrorContext(ctx, "the handler failed", "error", err)
		return chat.Response{}, false
	}
	return answer, true
}

// Await calls work. If work still runs at the given time, Await also calls late in another
// goroutine. It waits for both, and a panic of either reaches the caller.
func Await(at time.Time, work, late func()) {
	over := make(chan any)
	timer := time.AfterFunc(time.Until(at), func() {
		defer func() { over <- recover() }()
		late()
	})
	defer func() {
		if !timer.Stop() {
			if value := <-over; value != nil {
				panic(value)
			}
		}
	}()
	work()
}

// Sleep waits for d or until ctx is done. It returns the error of ctx.
func Sleep(ctx context.Context, d time.Duration) error {
	over, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	<-over.Done()
	return ctx.Err()
}

// ErrPainting reports that drawing a picture panicked.
var ErrPainting = errors.New("exchange: a picture cannot be drawn")

// Painter draws one picture at a time. It is safe for concurrent use.
type Painter struct {
	lock chan struct{}
	log  *slog.Logger
}

// NewPainter returns a painter that logs panics.
func NewPainter(log *slog.Logger) *Painter { return &Painter{make(chan struct{}, 1), log} }

// Paint draws a picture; name returns users' names. The error is [ErrPainting], or that of ctx if
// ctx ends first.
func (p *Painter) Paint(ctx context.Context, picture *chat.Picture, name func(chat.UserID) string) (file []byte, err error) {
	select {
	case p.lock <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() {
		<-p.lock
		if value := recover(); value != nil {
			p.log.ErrorContext(ctx, "recovered from a panic in a picture", survived.Panic(value))
			file, err = nil, ErrPainting
		}
	}()
	return picture.Named(name).Draw(), nil
}
