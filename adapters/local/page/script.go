package page

import (
	"context"
	"net/http"
	"strings"
	"sync"

	"othellobot/adapters/local"
)

// Script is a conversation to show line by line. Its lines are input of [local.Adapter.Take].
type Script struct {
	Name string

	mu    sync.Mutex
	lines []string // lines not yet shown
}

// NewScript returns a script with the lines of text, without output and comments.
func NewScript(name, text string) *Script {
	s := &Script{Name: name}
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if strings.TrimSpace(line) != "" && line[0] != '\t' && line[0] != '#' {
			s.lines = append(s.lines, line)
		}
	}
	return s
}

// Next returns the next line, or "" after the last.
func (s *Script) Next() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.lines) == 0 {
		return ""
	}
	return s.lines[0]
}

// take carries out the next line and returns the channel that the line speaks in, or false after the
// last line.
func (s *Script) take(ctx context.Context, a *local.Adapter) (channel string, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.lines) == 0 {
		return "", false
	}
	line := s.lines[0]
	s.lines = s.lines[1:]
	return a.Take(ctx, line).Channel, true
}

func (s *server) step(w http.ResponseWriter, r *http.Request, at seat) {
	ctx := context.WithoutCancel(r.Context())
	for {
		channel, ok := s.Play.take(ctx, s.Adapter)
		if ok {
			at.Place.Channel = channel
		}
		if !ok || r.PostFormValue("all") == "" {
			break
		}
	}
	s.redirect(w, r, at, "end")
}
