package store_test

import (
	"bytes"
	"errors"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"othellobot/game"
	"othellobot/store"
)

const pageSize = 2048

// TestDamageIsFound damages the pages of a database one at a time. Opening or verifying the store must
// fail. At most one page, which nothing refers to, may go unnoticed.
func TestDamageIsFound(t *testing.T) {
	t.Parallel()
	url := fileURL(t)
	storeMany(t, "sqlite", url, 20)
	whole, err := os.ReadFile(strings.TrimPrefix(url, "sqlite:"))
	noError(t, err)
	pages := len(whole) / pageSize
	if pages < 21 {
		t.Fatalf("the database has %d pages", pages)
	}
	random := rand.New(rand.NewPCG(1, 1))
	for kind, damage := range map[string]func(page []byte){
		"noise": func(page []byte) {
			for i := range page {
				page[i] = byte(random.Uint32())
			}
		},
		"zeros": func(page []byte) { clear(page) },
	} {
		if os.Getenv("OTHELLO_LONG") == "" && kind == "zeros" {
			continue
		}
		contents, errs := make([][]byte, pages), make([]error, pages)
		for n := range contents {
			contents[n] = bytes.Clone(whole)
			damage(contents[n][n*pageSize : (n+1)*pageSize])
		}
		eachOf(pages, func(n int) { errs[n] = inspect(t, contents[n]) })
		noticed := pages
		for _, err := range errs {
			if err == nil {
				noticed--
			}
		}
		if noticed < pages-1 {
			t.Errorf("%s in %d of %d pages is noticed: %v", kind, noticed, pages, errs)
		}
		t.Logf("%s: %d of %d", kind, noticed, pages)
	}
}

func inspect(t *testing.T, content []byte) error {
	file := filepath.Join(t.TempDir(), "damaged.db")
	if err := os.WriteFile(file, content, 0o600); err != nil {
		t.Error(err)
	}
	s, err := store.Open(t.Context(), "sqlite:"+file, timing, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	defer s.Close() // may fail on a damaged file
	err = s.Verify(t.Context())
	if err != nil && !errors.Is(err, store.ErrDamaged) {
		t.Errorf("the store reports damage as another error: %v", err)
	}
	return err
}

// TestVerify checks that a store can be used during the verification of a sound database.
func TestVerify(t *testing.T) {
	for _, kind := range []string{"memory", "sqlite", "postgres"} {
		t.Run(kind, func(t *testing.T) {
			url := "memory:"
			if fresh, ok := databases[kind]; ok {
				url = fresh(t)
			}
			s := open(t, url, timing)
			ended := make(chan error)
			go func() { ended <- s.Verify(t.Context()) }()
			for id := range game.ID(20) {
				start(t, s, id+1, game.Place("p/a/")+game.Place('a'+rune(id))+"/", "")
			}
			noError(t, <-ended)
		})
	}
}
