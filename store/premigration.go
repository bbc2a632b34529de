package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
)

// keptCopies is the number of copies from before migrations that stay next to an SQLite file.
const keptCopies = 2

// copyBefore writes a verified copy of an SQLite file beside it, before the schema gets a
// version, and deletes all but the newest of such copies.
func copyBefore(ctx context.Context, path string, version int64, log *slog.Logger) error {
	file := fmt.Sprint(path, beforeSuffix, version)
	unfinished := file + ".unfinished"
	if err := os.Remove(unfinished); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := backup(ctx, path, unfinished); err != nil {
		return fmt.Errorf("keeping a copy from before schema version %d: %w", version, err)
	}
	if err := errors.Join(os.Rename(unfinished, file), syncFolder(filepath.Dir(path))); err != nil {
		return err
	}
	log.Info("a copy from before the upgrade is kept", "file", file, "version", version)
	return dropCopies(path, log)
}

// dropCopies deletes the oldest copies from before migrations.
func dropCopies(path string, log *slog.Logger) error {
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return err
	}
	var copies []fs.FileInfo
	for _, e := range entries {
		if !isCopyBefore(filepath.Base(path), e.Name()) {
			continue
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		copies = append(copies, info)
	}
	slices.SortStableFunc(copies, func(a, b fs.FileInfo) int { return b.ModTime().Compare(a.ModTime()) })
	for _, old := range copies[min(keptCopies, len(copies)):] {
		if err := os.Remove(filepath.Join(filepath.Dir(path), old.Name())); err != nil {
			return err
		}
		log.Info("an older copy from before an upgrade is deleted", "file", old.Name())
	}
	return nil
}

// isCopyBefore reports whether a file is a copy of a database from before a migration.
func isCopyBefore(database, file string) bool {
	var version int64
	_, err := fmt.Sscanf(file, database+beforeSuffix+"%d", &version)
	return err == nil && file == fmt.Sprint(database, beforeSuffix, version)
}
