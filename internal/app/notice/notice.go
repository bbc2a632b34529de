// Package notice appends the operator's notice, such as a planned restart, to each user's next answer,
// once. [Post] and [Remove] change the notice in the store; an [Announcer] shows it.
//
// It must never delay or lose an answer: if the notice cannot be read, the answer goes out without it.
package notice

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"othellobot/chat"
	"othellobot/internal/recent"
	"othellobot/store"
)

// Key is the notice's name in the store of installations.
const Key = "notice"

// Lifetime limits how long a notice is shown.
const Lifetime = 24 * time.Hour

const maxLength = 300 // characters

var errText = fmt.Errorf("a notice is one line of 1 to %d characters", maxLength)

type stored struct {
	Text  string    `json:"text"`
	Until time.Time `json:"until"`
}

// Post replaces the notice. The text is one line of 1 to 300 printable characters.
func Post(ctx context.Context, installs store.Installs, text string, now time.Time) error {
	unprintable := func(r rune) bool { return !unicode.IsPrint(r) }
	if n := utf8.RuneCountInString(text); n == 0 || n > maxLength || !utf8.ValidString(text) || strings.ContainsFunc(text, unprintable) {
		return errText
	}
	data, err := json.Marshal(stored{text, now.Add(Lifetime).UTC()})
	return errors.Join(err, installs.Save(ctx, Key, data))
}

// Remove ends the notice, if there is one.
func Remove(ctx context.Context, installs store.Installs) error { return installs.Delete(ctx, Key) }

const (
	readEvery   = 5 * time.Second
	readTimeout = 2 * time.Second
)

// Announcer shows the current notice once to each user of its process. Its methods may be called
// concurrently.
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

// On an error, read keeps the last notice.
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
