package app

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"othellobot/game"
	"othellobot/internal/deadline"
)

// What a store in trouble takes: less time than an attempt has, or far more than
// anybody waits.
const (
	delay = 2 * time.Second
	stall = 10 * time.Second
)

var errStalled = errors.New("the store is in trouble")

// call asks a store for something.
type call func() error

// trouble befalls a store from the next change on. What is not told goes
// on as always.
type trouble struct {
	commit func(context.Context, call) error // of the first change
	full   bool                              // later changes fail
	down   bool                              // after the first change everything fails
	load   func(context.Context, call) error // of the first room
	note   func(context.Context, call) error // of messages
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

func (s *stalling) Commit(ctx context.Context, c game.Change) (slots []game.Slot, err error) {
	commit := func() error {
		slots, err = s.Store.Commit(context.WithoutCancel(ctx), c)
		return err
	}
	now, changed := s.state()
	if now.commit != nil && !changed {
		s.comes(true, false)
		defer s.comes(true, true)
		err := now.commit(ctx, commit)
		return slots, err
	}
	if err := s.fails(ctx); err != nil {
		return nil, err
	}
	if now.full {
		return nil, fmt.Errorf("%w: %w", game.ErrNotStored, errStalled)
	}
	err = commit()
	return slots, err
}

func (s *stalling) Load(ctx context.Context, at game.Place, delivery game.Delivery) (room game.Room, seen game.Seen, err error) {
	load := func() error {
		room, seen, err = s.Store.Load(ctx, at, delivery)
		return err
	}
	s.mu.Lock()
	first := !s.loaded
	s.loaded = true
	s.mu.Unlock()
	if now, _ := s.state(); now.load != nil && first {
		err := now.load(ctx, load)
		return room, seen, err
	}
	if err := s.fails(ctx); err != nil {
		return game.Room{}, game.Seen{}, err
	}
	err = load()
	return room, seen, err
}

func (s *stalling) Note(ctx context.Context, n game.Note) (standing game.Standing, err error) {
	note := func() error {
		standing, err = s.Store.Note(ctx, n)
		return err
	}
	if now, _ := s.state(); now.note != nil {
		err := now.note(ctx, note)
		return standing, err
	}
	if err := s.fails(ctx); err != nil {
		return 0, err
	}
	err = note()
	return standing, err
}

// The ways in which a call can come and go.

// late answers, if somewhat late.
func late(_ context.Context, do call) error {
	time.Sleep(delay)
	return do()
}

// lost never gets there, and nobody hears of it.
func lost(ctx context.Context, _ call) error {
	ctx, cancel := context.WithTimeout(ctx, deadline.Attempt) // as a database has it
	defer cancel()
	<-ctx.Done()
	return ctx.Err()
}

// unheard is done, and nobody hears of it.
func unheard(ctx context.Context, do call) error {
	if err := do(); err != nil {
		return err
	}
	return lost(ctx, do)
}

// muchLater is done when nobody waits for it any more.
func muchLater(ctx context.Context, do call) error {
	err := lost(ctx, do)
	time.AfterFunc(stall, func() { _ = do() })
	return err
}
