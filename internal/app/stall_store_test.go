package app

import (
	"context"
	"errors"
	"sync"
	"time"

	"othellobot/game"
)

// stall is how long a store hangs.
const stall = 10 * time.Second

var errStalled = errors.New("the store is in trouble")

// trouble is what befalls a store from the next change on. What is not told goes
// on as always.
type trouble struct {
	commit func(ctx context.Context, commit func() error) error // of the first change
	full   bool                                                 // later changes fail
	down   bool                                                 // after the first change everything fails
	load   func(load func() error) error                        // of the first room
	note   func(note func() error) error                        // of messages
}

// stalling is a store that gets into trouble.
type stalling struct {
	game.Store

	mu      sync.Mutex
	now     trouble
	begun   bool // the first change has come
	changed bool // and gone
	loaded  bool
}

// is puts the store into trouble, or helps it out of it.
func (s *stalling) is(now trouble) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now, s.begun, s.changed, s.loaded = now, false, false, false
}

// comes notes how far the first change is.
func (s *stalling) comes(begun, changed bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.begun, s.changed = begun, changed
}

// waitedFor reports whether somebody waits for the first change.
func (s *stalling) waitedFor() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.begun && !s.changed
}

// state is the trouble, and whether the first change has come and gone.
func (s *stalling) state() (trouble, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now, s.changed
}

// fails is the error of whatever is asked of a store that is down, or by somebody
// who is not there any more.
func (s *stalling) fails(ctx context.Context) error {
	if now, changed := s.state(); now.down && changed {
		return errStalled
	}
	return ctx.Err()
}

func (s *stalling) Commit(ctx context.Context, c game.Change) error {
	commit := func() error { return s.Store.Commit(context.WithoutCancel(ctx), c) }
	now, changed := s.state()
	if now.commit != nil && !changed {
		s.comes(true, false)
		defer s.comes(true, true)
		return now.commit(ctx, commit)
	}
	if err := s.fails(ctx); err != nil {
		return err
	}
	if now.full {
		return errStalled
	}
	return commit()
}

func (s *stalling) Load(ctx context.Context, at game.Place) (room game.Room, err error) {
	load := func() error {
		room, err = s.Store.Load(ctx, at)
		return err
	}
	s.mu.Lock()
	first := !s.loaded
	s.loaded = true
	s.mu.Unlock()
	if now, _ := s.state(); now.load != nil && first {
		return room, now.load(load)
	}
	if err := s.fails(ctx); err != nil {
		return game.Room{}, err
	}
	return room, load()
}

func (s *stalling) Delivered(ctx context.Context, delivery string, now time.Time) (game.Made, bool, error) {
	if err := s.fails(ctx); err != nil {
		return game.Made{}, false, err
	}
	return s.Store.Delivered(ctx, delivery, now)
}

func (s *stalling) Note(ctx context.Context, at game.Place, id game.ID, before *game.Messages, after game.Messages) error {
	note := func() error { return s.Store.Note(ctx, at, id, before, after) }
	if now, _ := s.state(); now.note != nil {
		return now.note(note)
	}
	if err := s.fails(ctx); err != nil {
		return err
	}
	return note()
}

// hangs does nothing for a while.
func hangs(do func() error) error {
	time.Sleep(stall)
	return do()
}

// fails only hangs.
func fails(func() error) error {
	time.Sleep(stall)
	return errStalled
}

// The ways in which a change can come and go.
func late(_ context.Context, commit func() error) error { return hangs(commit) }

func lost(_ context.Context, commit func() error) error { return fails(commit) }

func unheard(_ context.Context, commit func() error) error {
	if err := commit(); err != nil {
		return err
	}
	return fails(commit)
}

func endless(ctx context.Context, _ func() error) error {
	<-ctx.Done()
	return ctx.Err()
}

func muchLater(ctx context.Context, commit func() error) error {
	<-ctx.Done()
	time.AfterFunc(stall, func() { _ = commit() }) // nobody hears of it
	return ctx.Err()
}
