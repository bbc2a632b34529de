package load

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
)

// session implements [testing.TB] outside a test. The fakes of the platforms report errors to it and
// register their cleanups.
type session struct {
	testing.TB // nil; a method that is not defined below panics
	ctx        context.Context

	mu       sync.Mutex
	wrong    []error
	cleanups []func()
}

// inSession runs work until it returns or fails fatally, runs the cleanups, and returns all errors.
func inSession(ctx context.Context, work func(testing.TB)) error {
	s := &session{ctx: ctx}
	s.await(func() { work(s) })
	for len(s.cleanups) > 0 {
		last := len(s.cleanups) - 1
		cleanup := s.cleanups[last]
		s.cleanups = s.cleanups[:last]
		s.await(cleanup)
	}
	return errors.Join(s.wrong...)
}

// await runs do in a goroutine and waits for its end, which may be by FailNow.
func (*session) await(do func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		do()
	}()
	<-done
}

// Helper and the methods below implement [testing.TB].
func (*session) Helper() {}

func (s *session) Context() context.Context { return s.ctx }

func (s *session) Cleanup(f func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cleanups = append(s.cleanups, f)
}

func (s *session) TempDir() string {
	dir, err := os.MkdirTemp("", "othellobot-load-")
	if err != nil {
		s.Fatal(err)
	}
	s.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			s.Error(err)
		}
	})
	return dir
}

func (s *session) Error(args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.wrong = append(s.wrong, errors.New(strings.TrimSpace(fmt.Sprintln(args...))))
}

func (s *session) Errorf(format string, args ...any) { s.Error(fmt.Sprintf(format, args...)) }

// Log records the text as an error, because it may explain a failure.
func (s *session) Log(args ...any) { s.Error(args...) }

func (s *session) Logf(format string, args ...any) { s.Errorf(format, args...) }

func (s *session) Fatal(args ...any) {
	s.Error(args...)
	runtime.Goexit()
}

func (s *session) Fatalf(format string, args ...any) {
	s.Errorf(format, args...)
	runtime.Goexit()
}

// Skip fails, because the user of a program wants figures.
func (s *session) Skip(args ...any) { s.Fatal(args...) }

func (s *session) Skipf(format string, args ...any) { s.Fatalf(format, args...) }

func (s *session) Failed() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.wrong) > 0
}
