package store_test

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"othellobot/store"
)

// saved returns the content of a good backup.
func saved(t *testing.T) []byte {
	t.Helper()
	url, file := fileURL(t), filepath.Join(t.TempDir(), "copy.db")
	during(t, url, func(s *store.Store) { start(t, s, 1, here, "") })
	noError(t, store.Backup(t.Context(), url, file))
	content, err := os.ReadFile(file)
	noError(t, err)
	return content
}

func TestRestore(t *testing.T) {
	content := saved(t)
	for name, c := range map[string]struct{ there, replace bool }{
		"where there is none":     {false, false},
		"in the place of another": {true, true},
		"where there may be one":  {false, true},
		"where one must not be":   {true, false},
	} {
		t.Run(name, func(t *testing.T) {
			url := fileURL(t)
			path := strings.TrimPrefix(url, "sqlite:")
			if c.there {
				during(t, url, func(s *store.Store) { start(t, s, 2, "p/other//", "") })
				noError(t, os.WriteFile(path+"-wal", []byte("the log of another database"), 0o600))
			}
			err := store.Restore(t.Context(), url, bytes.NewReader(content), c.replace)
			refused := c.there && !c.replace
			if refused != errors.Is(err, fs.ErrExist) || !refused && err != nil {
				t.Fatal(err)
			}
			during(t, url, func(s *store.Store) {
				wantRuns(t, s, here, !refused)
				wantRuns(t, s, "p/other//", refused)
			})
			if info, err := os.Stat(path); err != nil || info.Mode() != 0o600 {
				t.Errorf("it has mode %v, %v", info.Mode(), err)
			}
			wantFiles(t, path)
		})
	}
}

// wantFiles fails the test if there are files other than the database and its lock.
func wantFiles(t *testing.T, path string) {
	t.Helper()
	there, err := os.ReadDir(filepath.Dir(path))
	noError(t, err)
	for _, f := range there {
		if name := f.Name(); name != filepath.Base(path) && name != filepath.Base(path)+".lock" {
			t.Errorf("%s is left behind", name)
		}
	}
}

func TestRestoreRefuses(t *testing.T) {
	t.Parallel()
	good := saved(t)
	with := func(statement string) []byte {
		url := fileURL(t)
		during(t, url, func(*store.Store) {})
		execute(t, "sqlite", url, statement)
		content, err := os.ReadFile(strings.TrimPrefix(url, "sqlite:"))
		noError(t, err)
		return content
	}
	damaged := bytes.Clone(good)
	for i := 8192; i < len(damaged); i++ {
		damaged[i] ^= 0x5a
	}
	for name, c := range map[string]struct {
		content []byte
		want    error
	}{
		"no database":  {[]byte(strings.Repeat("no database ", 1000)), store.ErrDamaged},
		"a part":       {good[:len(good)/2], store.ErrDamaged},
		"damage":       {damaged, store.ErrDamaged},
		"nothing":      {nil, nil},
		"a newer one":  {with("INSERT INTO othello_schema (version) VALUES (1000)"), store.ErrSchema},
		"an early one": {with(developmentTable), store.ErrSchema},
	} {
		url := fileURL(t)
		during(t, url, func(s *store.Store) { start(t, s, 2, here, "") })
		if err := store.Restore(t.Context(), url, bytes.NewReader(c.content), true); err == nil || c.want != nil && !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
		wantFiles(t, strings.TrimPrefix(url, "sqlite:"))
		during(t, url, func(s *store.Store) { wantRuns(t, s, here, true) })
	}
	used := fileURL(t)
	open(t, used, timing)
	if err := store.Restore(t.Context(), used, bytes.NewReader(good), true); !errors.Is(err, store.ErrInUse) {
		t.Errorf("while a bot uses it: %v", err)
	}
	for _, url := range []string{"memory:", "postgres://h/d"} {
		if err := store.Restore(t.Context(), url, bytes.NewReader(good), true); err == nil {
			t.Errorf("%s is restored", url)
		}
	}
}
