package sealed

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"

	"othellobot/store"
)

// Installs keep installations sealed in a store. They may be used concurrently.
type Installs struct {
	next store.Installs
	keys Keys
	open []string // names of what is stored as it is
	log  *slog.Logger

	mu     sync.Mutex // guards the rest
	closed map[string]bool
}

// NewInstalls keeps in next what it seals with the keys. What others store there under the
// open names is left as it is.
func NewInstalls(next store.Installs, keys Keys, log *slog.Logger, open ...string) *Installs {
	return &Installs{next: next, keys: keys, open: open, log: log, closed: make(map[string]bool)}
}

// Load gives what was saved under a name, nil for nothing. It fails with [ErrClosed]
// if no key opens it.
func (s *Installs) Load(ctx context.Context, name string) ([]byte, error) {
	text, err := s.next.Load(ctx, name)
	if err != nil || text == nil {
		return nil, err
	}
	data, _, err := s.keys.open(name, text)
	s.note(ctx, name, err)
	return data, err
}

// Save seals data and replaces what is saved under the name.
func (s *Installs) Save(ctx context.Context, name string, data []byte) error {
	err := s.next.Save(ctx, name, s.keys.seal(name, data))
	if err == nil {
		s.note(ctx, name, nil)
	}
	return err
}

// Delete removes what is saved under a name.
func (s *Installs) Delete(ctx context.Context, name string) error {
	err := s.next.Delete(ctx, name)
	if err == nil {
		s.note(ctx, name, nil)
	}
	return err
}

// Names lists the installations.
func (s *Installs) Names(ctx context.Context) ([]string, error) {
	names, err := s.next.Names(ctx)
	return slices.DeleteFunc(names, func(name string) bool { return slices.Contains(s.open, name) }), err
}

// Closed counts the installations that are known to be opened by no key.
func (s *Installs) Closed() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.closed)
}

// Renew seals with the first key what is stored otherwise, and finds out what no key
// opens. What fails is left as it is, and logged.
func (s *Installs) Renew(ctx context.Context) {
	names, err := s.Names(ctx)
	renewed := 0
	for _, name := range names {
		done, failure := s.renew(ctx, name)
		if done {
			renewed++
		}
		err = errors.Join(err, failure)
	}
	if renewed > 0 {
		s.log.InfoContext(ctx, "sealed the tokens of workspaces", "workspaces", renewed)
	}
	if err != nil && ctx.Err() == nil {
		s.log.WarnContext(ctx, "cannot seal the tokens of all workspaces", "error", err)
	}
}

func (s *Installs) renew(ctx context.Context, name string) (done bool, err error) {
	text, err := s.next.Load(ctx, name)
	if err != nil || text == nil {
		return false, err
	}
	data, current, err := s.keys.open(name, text)
	s.note(ctx, name, err)
	if err != nil || current {
		return false, nil // what is closed is told already
	}
	return s.next.Swap(ctx, name, text, s.keys.seal(name, data)) // unless somebody has saved another token
}

// note notes whether an installation can be opened, and tells the first time that it
// cannot.
func (s *Installs) note(ctx context.Context, name string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err == nil {
		delete(s.closed, name)
		return
	}
	if !s.closed[name] {
		s.closed[name] = true
		s.log.ErrorContext(ctx, "the tokens of a workspace cannot be opened, so it is not served; nothing is deleted", "error", err, "closed", len(s.closed))
	}
}
