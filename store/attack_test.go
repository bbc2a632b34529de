package store_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/game"
	"othellobot/store"
)

type attack func(t *testing.T, a *attackedStore) harm

type harm struct {
	undo   func()      // restores the files
	mended func() bool // reports whether SQLite happened to undo the harm; may be nil
}

var attacks = map[string]attack{
	"database moved":             replaced("", nil),
	"database removed":           removed(""),
	"database replaced":          replaced("", []byte("no database")),
	"database restored":          restored,
	"database emptied":           cut("", 0),
	"database cut in the header": cut("", 50),
	"database cut behind a page": cut("", pageSize),
	"database cut in a page":     cut("", 10*pageSize+5),
	"header overwritten":         garbled("", 0, 100),
	"pages overwritten":          garbled("", 5*pageSize, 20*pageSize),
	"a table dropped":            dropped,
	"journal moved":              replaced("-wal", nil),
	"journal removed":            removed("-wal"),
	"journal replaced":           replaced("-wal", []byte("no journal")),
	"lock removed":               removed(".lock"),
	"lock replaced":              replaced(".lock", nil),
}

// replaced moves a file away and, unless content is nil, writes content to its path.
func replaced(suffix string, content []byte) attack {
	return func(t *testing.T, a *attackedStore) harm {
		file := a.path + suffix
		noError(t, os.Rename(file, file+".true"))
		if content != nil {
			noError(t, os.WriteFile(file, content, 0o600))
		}
		return harm{undo: func() { noError(t, os.Rename(file+".true", file)) }}
	}
}

// removed deletes a file, but keeps the content under a second name for undo.
func removed(suffix string) attack {
	return func(t *testing.T, a *attackedStore) harm {
		file := a.path + suffix
		noError(t, os.Link(file, file+".true"))
		noError(t, os.Remove(file))
		return harm{undo: func() { noError(t, os.Rename(file+".true", file)) }}
	}
}

func restored(t *testing.T, a *attackedStore) harm {
	done := replaced("", nil)(t, a)
	noError(t, os.Link(a.copied, a.path))
	return done
}

func cut(suffix string, left int64) attack {
	return func(t *testing.T, a *attackedStore) harm {
		return wound(t, a.path+suffix, left, func(file *os.File, lost []byte) []byte {
			noError(t, file.Truncate(left))
			return make([]byte, len(lost))
		})
	}
}

func garbled(suffix string, from, to int64) attack {
	return func(t *testing.T, a *attackedStore) harm {
		return wound(t, a.path+suffix, from, func(file *os.File, lost []byte) []byte {
			noise := make([]byte, min(int64(len(lost)), to-from))
			for i := range noise {
				noise[i] = byte(rand.Uint32())
			}
			_, err := file.WriteAt(noise, from)
			noError(t, err)
			return noise
		})
	}
}

// wound damages a file by do, which returns the new content after from. undo leaves what SQLite has overwritten.
func wound(t *testing.T, name string, from int64, do func(*os.File, []byte) []byte) harm {
	file, err := os.OpenFile(name, os.O_RDWR, 0)
	noError(t, err)
	t.Cleanup(func() { _ = file.Close() }) // only after SQLite has closed it: closing drops SQLite's locks
	info, err := file.Stat()
	noError(t, err)
	if info.Size() < from {
		t.Fatalf("%s has %d bytes", name, info.Size())
	}
	lost := make([]byte, info.Size()-from)
	_, err = file.ReadAt(lost, from)
	noError(t, err)
	spoiled := do(file, lost)
	lost = lost[:len(spoiled)]
	journal := strings.HasSuffix(name, "-wal")
	end := func(at int) int { // returns the end of the page or frame
		size, first := pageSize, 0
		if journal {
			size, first = pageSize+24, 32
		}
		if int(from)+at < first {
			return min(first-int(from), len(lost))
		}
		return min(at+size-(int(from)+at-first)%size, len(lost))
	}
	spoiledAt := func(at int) bool {
		now := make([]byte, end(at)-at)
		_, _ = file.ReadAt(now, from+int64(at)) // bytes past the end read as zero
		return bytes.Equal(now, spoiled[at:end(at)])
	}
	header := func() []byte {
		begin := make([]byte, 32)
		_, _ = file.ReadAt(begin, 0)
		return begin
	}
	left := header()
	return harm{
		undo: func() {
			for at := 0; at < len(lost); at = end(at) {
				if spoiledAt(at) {
					_, err := file.WriteAt(lost[at:end(at)], from+int64(at))
					noError(t, err)
				}
			}
		},
		mended: func() bool {
			if journal {
				return !bytes.Equal(header(), left) // the journal was copied and started again
			}
			return !spoiledAt(0)
		},
	}
}

func dropped(t *testing.T, a *attackedStore) harm {
	execute(t, "sqlite", "sqlite:"+a.path, "ALTER TABLE rooms RENAME TO gone")
	return harm{undo: func() { execute(t, "sqlite", "sqlite:"+a.path, "ALTER TABLE gone RENAME TO rooms") }}
}

type attackedStore struct {
	path   string
	copied string // older copy of the database

	table  *game.Table
	random *rand.Rand
	moves  int
	stored map[game.Place]game.Game // games as last acknowledged
	failed error                    // error of the last move; nil if it was acknowledged
}

func newAttacked(s game.Store, seed uint64) *attackedStore {
	return &attackedStore{table: game.NewTable(s, timing), random: rand.New(rand.NewPCG(seed, 0)), stored: make(map[game.Place]game.Game)}
}

func (a *attackedStore) move(t *testing.T) {
	a.moves++
	at := game.Place(fmt.Sprintf("p/ana/%d/", a.moves%30))
	p := game.Proposal{Delivery: game.Delivery(fmt.Sprint(a.moves)), Now: noon, Display: reserve}
	room, _, err := a.table.Load(t.Context(), at, p.Delivery)
	if a.failed = err; err != nil {
		return
	}
	if room.Active == nil {
		g := game.NewOpen(game.ID(1000+a.moves), at, "p//ana", noon)
		p.New = &g
	} else {
		legal := room.Active.Position().Legal()
		for range a.random.IntN(legal.Len()) {
			legal &= legal - 1
		}
		p.Game, p.By, p.Operation = room.Active.ID, "p//ana", game.Play(legal.First())
	}
	out, err := a.table.Do(t.Context(), room, p)
	if a.failed = err; err == nil {
		a.stored[at] = out.Game
	}
}

// TestFilesAttacked attacks the files of a store during a hundred moves a second. Once the store has
// noticed, it must acknowledge no more moves. With the files back, no acknowledged move may be lost.
func TestFilesAttacked(t *testing.T) {
	times := 1
	if os.Getenv("OTHELLO_LONG") == "1" {
		times = 20
	}
	for what, does := range attacks {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			for range times {
				synctest.Test(t, func(t *testing.T) { withstand(t, what, does) })
			}
		})
	}
}

func withstand(t *testing.T, what string, does attack) {
	path := filepath.Join(t.TempDir(), "othello.db")
	url := "sqlite:" + path
	storeMany(t, "sqlite", url, 500)
	s := mustOpen(t, url)
	a := newAttacked(s, rand.Uint64())
	a.path, a.copied = path, path+".copy"
	noError(t, store.Backup(t.Context(), url, a.copied))
	const pause = 10 * time.Millisecond
	for range 20 + rand.IntN(200) {
		a.move(t)
		noError(t, a.failed)
		time.Sleep(pause)
	}
	done := does(t, a)
	began, mended := time.Now(), false
	var err error
	for err == nil && !mended && time.Since(began) < time.Minute {
		if strings.Contains(what, "cut") || strings.Contains(what, "overwritten") || strings.Contains(what, "emptied") { // in the bot, the daily call of Verify finds it
			_ = s.Verify(t.Context())
		}
		a.move(t)
		time.Sleep(pause)
		err = s.Check(t.Context())
		mended = err == nil && done.mended != nil && done.mended()
	}
	t.Logf("found after %v: %v", time.Since(began), err)
	if !mended && !errors.Is(err, store.ErrDamaged) {
		t.Errorf("it finds %v", err)
	}
	for range 20 {
		a.move(t)
		if failed := (*game.StoreError)(nil); !mended && !errors.Is(a.failed, store.ErrDamaged) || errors.As(a.failed, &failed) && failed.Unknown {
			t.Errorf("then a move is answered with %v", a.failed)
		}
	}
	_ = s.Close() // may fail
	if !mended {
		done.undo()
	}
	if t.Failed() {
		return
	}
	fresh := copyFiles(t, path)
	if s, err := store.Open(t.Context(), "sqlite:"+fresh, timing, slog.New(slog.DiscardHandler)); err == nil {
		noError(t, s.Close())
	} else if undone := strings.Contains(what, "moved") || strings.Contains(what, "removed") || strings.HasPrefix(what, "database re") || what == "lock replaced"; undone {
		t.Errorf("with all files back where they were: %v", err)
	} else {
		noError(t, os.Remove(fresh+".lock")) // it records the damage
	}
	during(t, "sqlite:"+fresh, func(s *store.Store) {
		noError(t, s.Verify(t.Context()))
		for at, g := range a.stored {
			room, err := s.Load(t.Context(), at, "")
			has := func(now *game.Game) bool { return now != nil && now.ID == g.ID && now.Version >= g.Version }
			if err != nil || !has(room.Active) && !has(room.Last) {
				t.Errorf("in %s was game %d in version %d, and is %+v, %v", at, g.ID, g.Version, room.Active, err)
			}
		}
	})
}

func copyFiles(t *testing.T, path string) string {
	t.Helper()
	fresh := filepath.Join(t.TempDir(), "othello.db")
	for _, suffix := range []string{"", "-wal", ".lock"} {
		content, err := os.ReadFile(path + suffix)
		if !errors.Is(err, fs.ErrNotExist) {
			noError(t, errors.Join(err, os.WriteFile(fresh+suffix, content, 0o600)))
		}
	}
	return fresh
}
