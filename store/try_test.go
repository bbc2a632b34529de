package store_test

import (
	"bytes"
	"errors"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"testing"
	"time"

	"othellobot/game"
	"othellobot/store"
	"othellobot/store/storetest"
)

// Trying leaves everything as it was, whether there is a database or not, and while it is used.
func TestTryLeavesNothing(t *testing.T) {
	timing := game.Timing{IdleExpiry: time.Hour, Retention: time.Hour}
	folder := t.TempDir()
	file := "sqlite:" + filepath.Join(folder, "a", "b", "othello.db")
	if err := store.Try(t.Context(), file, timing); err != nil {
		t.Error(err)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("it leaves %v, %v", left, err)
	}
	kept, err := store.Open(t.Context(), file, timing, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer kept.Close()
	files := func() (names []string, content []byte) {
		found, err := filepath.Glob(filepath.Join(folder, "a", "b", "*"))
		if err != nil {
			t.Fatal(err)
		}
		content, err = os.ReadFile(filepath.Join(folder, "a", "b", "othello.db"))
		if err != nil {
			t.Fatal(err)
		}
		return found, content
	}
	names, content := files()
	if err := store.Try(t.Context(), file, timing); err != nil {
		t.Error(err)
	}
	if now, after := files(); len(now) != len(names) || !bytes.Equal(after, content) {
		t.Errorf("there were %v, and are %v", names, now)
	}
}

// Where a database was, a start does not make another one, and trying says so.
func TestTryMissesADatabase(t *testing.T) {
	timing := game.Timing{IdleExpiry: time.Hour, Retention: time.Hour}
	path := filepath.Join(t.TempDir(), "othello.db")
	kept, err := store.Open(t.Context(), "sqlite:"+path, timing, slog.New(slog.DiscardHandler))
	if err := errors.Join(err, kept.Close(), os.Remove(path)); err != nil {
		t.Fatal(err)
	}
	_, opening := store.Open(t.Context(), "sqlite:"+path, timing, slog.New(slog.DiscardHandler))
	if trying := store.Try(t.Context(), "sqlite:"+path, timing); !errors.Is(opening, store.ErrDamaged) || !errors.Is(trying, store.ErrDamaged) {
		t.Errorf("opening: %v; trying: %v", opening, trying)
	}
}

// Of a server a start wants a schema in which its user may make tables.
func TestTryAsksTheServer(t *testing.T) {
	timing := game.Timing{IdleExpiry: time.Hour, Retention: time.Hour}
	server := storetest.Postgres(t)
	if _, _, err := store.Schema(t.Context(), server); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("an empty schema: %v", err)
	}
	if err := store.Try(t.Context(), server, timing); err != nil {
		t.Errorf("an empty schema: %v", err)
	}
	address, err := url.Parse(server)
	if err != nil {
		t.Fatal(err)
	}
	for setting, value := range map[string]string{"default_transaction_read_only": "on", "search_path": "nowhere"} {
		query := address.Query()
		query.Set(setting, value)
		wrong := *address
		wrong.RawQuery = query.Encode()
		if err := store.Try(t.Context(), wrong.String(), timing); err == nil {
			t.Errorf("with %s=%s all is well", setting, value)
		}
		if _, err := store.Open(t.Context(), wrong.String(), timing, slog.New(slog.DiscardHandler)); err == nil {
			t.Errorf("with %s=%s it is opened", setting, value)
		}
	}
}
