package notice

import (
	"context"
	"sync"
	"time"

	"othellobot/chat"
	"othellobot/internal/recent"
	"othellobot/store"
)

const (
	readEvery  = 5 * time.Second
	readWithin = 2 * time.Second
)

// Teller tells each person once of the notice that there is. It may be used concurrently.
type Teller struct {
	installs store.Installs

	mu   sync.Mutex // guards the rest, and is never held while anything waits
	text string
	told *recent.Set[chat.UserID]
}

// New is a teller of what is stored, which it knows once it runs; before it tells nothing.
func New(installs store.Installs) *Teller { return &Teller{installs: installs} }

// Run follows what is stored until ctx is done.
func (t *Teller) Run(ctx context.Context) {
	for {
		t.read(ctx)
		select {
		case <-ctx.Done():
			return
		case <-time.After(readEvery):
		}
	}
}

// read finds out what is to be told. What cannot be read changes nothing.
func (t *Teller) read(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, readWithin)
	defer cancel()
	text, err := read(ctx, t.installs, time.Now())
	t.mu.Lock()
	defer t.mu.Unlock()
	if err == nil && text != t.text {
		t.text, t.told = text, new(recent.Set[chat.UserID])
	}
}

// take gives the notice for somebody who was not told of it, else nothing.
func (t *Teller) take(who chat.UserID) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.text == "" || !t.told.Add(who) {
		return ""
	}
	return t.text
}

// Handler is next, which tells the notice as well: behind its answer, and to whom it answers
// alone.
func (t *Teller) Handler(next chat.Handler) chat.Handler { return handler{next, t} }

type handler struct {
	chat.Handler
	teller *Teller
}

// Handle implements [chat.Handler].
func (h handler) Handle(ctx context.Context, a chat.Action) (chat.Response, error) {
	r, err := h.Handler.Handle(ctx, a)
	if err != nil || a.Origin != chat.OriginUser || len(r.Effects) == 0 || r.Effects[0].Kind == chat.Ask || r.Effects[0].Kind == chat.OpenThread {
		return r, err
	}
	if text := h.teller.take(a.User); text != "" {
		r.Effects = append(r.Effects, chat.Effect{Kind: chat.Whisper, Message: chat.Message{Text: chat.Say(text)}})
	}
	return r, nil
}
