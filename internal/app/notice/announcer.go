package notice

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"othellobot/chat"
	"othellobot/internal/recent"
	"othellobot/store"
)

const (
	readEvery   = 5 * time.Second
	readTimeout = 2 * time.Second
)

// Announcer shows the current notice to each user once. It is safe for concurrent use.
type Announcer struct {
	installs store.Installs

	mu   sync.Mutex // guards the fields below
	text string
	seen *recent.Set[chat.UserID] // users who have seen text
}

// New returns an Announcer. It shows no notice until Run has read one.
func New(installs store.Installs) *Announcer { return &Announcer{installs: installs} }

// Run rereads the notice from the store until ctx is done.
func (t *Announcer) Run(ctx context.Context) {
	for {
		t.read(ctx)
		select {
		case <-ctx.Done():
			return
		case <-time.After(readEvery):
		}
	}
}

// read updates the notice. On an error it keeps the last one.
func (t *Announcer) read(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, readTimeout)
	defer cancel()
	data, err := t.installs.Load(ctx, Key)
	var s stored
	if err == nil && data != nil {
		err = json.Unmarshal(data, &s)
	}
	if err != nil {
		return
	}
	if !time.Now().Before(s.Until) {
		s.Text = ""
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if s.Text != t.text {
		t.text, t.seen = s.Text, new(recent.Set[chat.UserID])
	}
}

func (t *Announcer) take(user chat.UserID) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.text == "" || !t.seen.Add(user) {
		return ""
	}
	return t.text
}

// Handler returns a handler that adds the notice to next's answers, for the acting user only.
func (t *Announcer) Handler(next chat.Handler) chat.Handler { return handler{next, t} }

type handler struct {
	chat.Handler
	announcer *Announcer
}

func (h handler) Handle(ctx context.Context, a chat.Action) (chat.Response, error) {
	r, err := h.Handler.Handle(ctx, a)
	if err != nil || a.Origin != chat.OriginUser || len(r.Effects) == 0 || r.Effects[0].Kind == chat.OpenForm || r.Effects[0].Kind == chat.OpenThread {
		return r, err
	}
	if text := h.announcer.take(a.User); text != "" {
		r.Effects = append(r.Effects, chat.Effect{Kind: chat.Whisper, Message: chat.Message{Text: chat.Say(text)}})
	}
	return r, nil
}
