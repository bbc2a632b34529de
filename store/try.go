package store

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"othellobot/game"
)

// Try fails if [Open] would fail to open the SQLite database of a URL, even if another process has
// it open now. It makes a database beside it and removes that again. Of other databases it says
// nothing.
func Try(ctx context.Context, url string, timing game.Timing) error {
	path, ok := sqlitePath(url)
	if !ok {
		return nil
	}
	if err := tryFiles(ctx, path); err != nil {
		return err
	}
	folders := missingFolders(path)
	beside := path + ".try-" + rand.Text()[:6]
	s, err := openSQLite(ctx, beside, timing, slog.New(slog.DiscardHandler))
	if err == nil {
		err = s.Close()
	}
	for _, name := range append([]string{beside, beside + journalSuffix, beside + "-shm", beside + lockSuffix}, folders...) {
		_ = os.Remove(name) // most are not there
	}
	if err != nil {
		return errors.New(strings.ReplaceAll(err.Error(), beside, path))
	}
	return nil
}

// tryFiles fails if the files of a database cannot be used, or if one is gone.
func tryFiles(ctx context.Context, path string) error {
	if file, err := os.Open(path + lockSuffix); err == nil {
		_ = file.Close() // nothing was written
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	info, err := statFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		if was, err := wasThere(path); was || err != nil {
			return errors.Join(errGone, err)
		}
		return nil
	}
	if err != nil {
		return err
	}
	db, err := openThere(ctx, path)
	if err != nil {
		return err
	}
	defer db.Close()
	tx, err := db.BeginTx(ctx, &sql.TxOptions{})
	if err == nil {
		_, err = tx.ExecContext(ctx, "PRAGMA user_version = 0")
		err = errors.Join(err, tx.Rollback())
	}
	if err != nil {
		return fmt.Errorf("it cannot be written: %w", troubleOf(err))
	}
	return os.Chmod(path, info.Mode().Perm()) // only its owner can
}

// missingFolders lists the folders of a path that are not there, the innermost first.
func missingFolders(path string) (missing []string) {
	for folder := filepath.Dir(path); ; folder = filepath.Dir(folder) {
		if _, err := os.Stat(folder); !errors.Is(err, fs.ErrNotExist) {
			return missing
		}
		missing = append(missing, folder)
	}
}
