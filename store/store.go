package store

import (
	"context"
	"errors"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"othellobot/game"
	"othellobot/lease"
)

// Store keeps games and installations. It may be used concurrently.
type Store struct {
	game.Store
	Operators
	Installs Installs
	Leases   lease.Store
	// Shared reports whether other processes may use the store at the same time.
	Shared bool

	limits  *Limits // nil: what is in memory is there at once
	playing func(context.Context) (int, error)
	check   func(context.Context) error
	damaged func() error                                   // nil: there is nothing that could be
	verify  func(context.Context) error                    // nil: there is nothing to read
	time    func(context.Context) (time.Time, bool, error) // nil: there is none
	close   func() error
}

// Installs keep what adapters know of those who installed them, by a name of
// theirs, and what all processes that use the store are to know alike.
type Installs interface {
	// Load returns what was saved under the name, and nil if nothing is.
	Load(ctx context.Context, name string) ([]byte, error)
	// Save replaces it, by a text in UTF-8 without zero bytes.
	Save(ctx context.Context, name string, data []byte) error
	// Keep saves such a text unless something is saved already, and returns what is
	// saved then: the same to all who keep something under the name.
	Keep(ctx context.Context, name string, data []byte) ([]byte, error)
	// Delete removes it, if it is there.
	Delete(ctx context.Context, name string) error
	// Names lists those under which something is saved.
	Names(ctx context.Context) ([]string, error)
	// Swap replaces what is saved under the name if that is still old, and reports
	// whether it was.
	Swap(ctx context.Context, name string, old, data []byte) (bool, error)
}

// Limit sets the limits, before anybody else uses the store. There are none until then.
func (s *Store) Limit(l Limits) {
	if s.limits != nil {
		*s.limits = l
	}
}

// Playing counts the games that are being played.
func (s *Store) Playing(ctx context.Context) (int, error) { return s.playing(ctx) }

// Check fails if the store cannot be written now.
func (s *Store) Check(ctx context.Context) error { return s.check(ctx) }

// Damaged fails with [ErrDamaged] if damage was found. From then on nothing is stored until
// the store is opened again.
func (s *Store) Damaged() error {
	if s.damaged == nil {
		return nil
	}
	return s.damaged()
}

// Verify reads the whole of an SQLite database, and fails with [ErrDamaged] if it finds
// damage there. Of a large one that takes minutes, in which others may use the store.
func (s *Store) Verify(ctx context.Context) error {
	if s.verify == nil {
		return nil
	}
	return s.verify(ctx)
}

// Time is the time of the clock that all processes share which use the store, and
// false if it is used by one alone.
func (s *Store) Time(ctx context.Context) (now time.Time, ok bool, err error) {
	if s.time == nil {
		return time.Time{}, false, nil
	}
	return s.time(ctx)
}

// Close finishes what was begun and closes the store. Nothing may be asked of it
// afterwards.
func (s *Store) Close() error { return s.close() }

// The beginnings of URLs.
const (
	memoryURL   = "memory:"
	sqliteURL   = "sqlite:"
	postgresURL = "postgres://"
	otherURL    = "postgresql://"
)

var (
	errURL    = errors.New("want memory:, sqlite:PATH or postgres://…")
	errNoPath = errors.New("sqlite: names no file")
	errHome   = errors.New("~ stands for no folder here; write the whole path")
	errSpace  = errors.New("there is a space at the beginning or the end of the path")
	errMemory = errors.New("without a file it is memory: alone")
	errMore   = errors.New("it is sqlite: and the path alone, without //, file: or parameters after a ?")
)

// CheckURL fails if [Open] would not know what to open.
func CheckURL(url string) error {
	switch {
	case url == memoryURL:
		return nil
	case strings.HasPrefix(url, sqliteURL):
		return checkPath(url[len(sqliteURL):])
	case IsShared(url):
		return checkPostgresURL(url)
	default:
		return errURL
	}
}

// checkPath fails if a path is hardly that of the file that is meant.
func checkPath(path string) error {
	bare := strings.TrimLeft(path, "/") // three slashes are those of a URL without a host
	switch {
	case path == "" || strings.HasSuffix(path, "/"):
		return errNoPath
	case path == "~" || strings.HasPrefix(path, "~/"):
		return errHome
	case strings.TrimSpace(path) != path:
		return errSpace
	case strings.EqualFold(bare, ":memory:"), strings.EqualFold(bare, "memory"), strings.EqualFold(bare, "memory:"):
		return errMemory
	case len(path)-len(bare) == 2, strings.HasPrefix(path, "file:"), parameters.MatchString(path):
		return errMore
	default:
		return nil
	}
}

// parameters matches the parameters that other programs take after the path of an SQLite file.
var parameters = regexp.MustCompile(`\?\w+=[^/]*$`)

// IsShared reports whether other processes may use the store of a URL at the same time.
func IsShared(url string) bool {
	return strings.HasPrefix(url, postgresURL) || strings.HasPrefix(url, otherURL)
}

// sqlitePath returns the file of an SQLite URL. It follows links, for SQLite keeps the journal
// beside the file itself.
func sqlitePath(url string) (string, bool) {
	path, ok := strings.CutPrefix(url, sqliteURL)
	if file, err := filepath.EvalSymlinks(path); ok && err == nil {
		return file, true
	}
	return path, ok
}

// Left is what is stored of a person, or of all places and people of a prefix.
type Left struct {
	Games int // in the places, or which name the person
	Rows  int // of all tables, but for tombstones
	Under int // those of Rows that belong to the places
}
