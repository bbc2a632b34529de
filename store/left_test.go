package store_test

import (
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"othellobot/store"
)

// TestLeftOfDatabase checks that the remains of a database are not taken for a new one.
func TestLeftOfDatabase(t *testing.T) {
	t.Parallel()
	url := fileURL(t)
	storeMany(t, "sqlite", url, 50)
	s := mustOpen(t, url)
	start(t, s, 1000, here, "")
	used := copyFiles(t, strings.TrimPrefix(url, "sqlite:")) // as a killed process leaves it
	noError(t, s.Close())
	closed := copyFiles(t, strings.TrimPrefix(url, "sqlite:"))
	for name, c := range map[string]struct {
		of      string
		left    int64 // size of the database file in bytes; negative if the file is removed
		without []string
		whole   bool
	}{
		"all":                              {closed, 1 << 40, nil, true},
		"all, with the journal":            {used, 1 << 40, nil, true},
		"all without the lock":             {closed, 1 << 40, []string{".lock"}, true},
		"nothing":                          {closed, -1, []string{".lock"}, true},
		"the lock":                         {closed, -1, nil, false},
		"an empty file":                    {closed, 0, nil, false},
		"an empty file without a lock":     {closed, 0, []string{".lock"}, true},
		"an empty file and the journal":    {used, 0, []string{".lock"}, false},
		"the journal":                      {used, -1, []string{".lock"}, false},
		"a byte":                           {closed, 1, []string{".lock"}, false},
		"the header":                       {closed, 100, []string{".lock"}, false},
		"a page":                           {closed, pageSize, []string{".lock"}, false},
		"ten pages and a bit":              {closed, 10*pageSize + 1, nil, false},
		"ten pages and the journal":        {used, 10 * pageSize, nil, false},
		"ten pages, the journal, no lock":  {used, 10 * pageSize, []string{".lock"}, false},
		"ten pages without their journal":  {used, 10 * pageSize, []string{"-wal"}, false},
		"a page and a bit and the journal": {used, pageSize + 7, nil, false},
	} {
		t.Run(name, func(t *testing.T) {
			path := copyFiles(t, c.of)
			for _, suffix := range c.without {
				noError(t, os.Remove(path+suffix))
			}
			info, err := os.Stat(path)
			noError(t, err)
			if c.left < 0 {
				noError(t, os.Remove(path))
			} else {
				noError(t, os.Truncate(path, min(c.left, info.Size())))
			}
			before, _ := os.ReadFile(path)
			s, err := store.Open(t.Context(), "sqlite:"+path, timing, slog.New(slog.DiscardHandler))
			if err == nil {
				noError(t, s.Close())
			}
			if c.whole != (err == nil) || err != nil && (!errors.Is(err, store.ErrDamaged) || !strings.Contains(err.Error(), "bot restore")) {
				t.Fatalf("opened: %v", err)
			}
			if after, _ := os.ReadFile(path); !c.whole && c.left < 2 && string(before) != string(after) {
				t.Error("it has changed")
			}
			if c.whole {
				return
			}
			noError(t, store.Restore(t.Context(), "sqlite:"+path, strings.NewReader(string(saved(t))), true))
			during(t, "sqlite:"+path, func(s *store.Store) { wantRuns(t, s, here, true) })
		})
	}
}

// TestStartsAfterNothing checks that a failed start does not count as a database.
func TestStartsAfterNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "othello.db")
	if err := store.Restore(t.Context(), "sqlite:"+path, strings.NewReader("no copy"), false); err == nil {
		t.Fatal("restored")
	}
	noError(t, os.WriteFile(path, nil, 0o600))
	during(t, "sqlite:"+path, func(*store.Store) {})
}
