package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"othellobot/internal/app/config"
	"othellobot/store"
)

const stdioName = "-" // standard input or output

func databaseURL(c config.Config) (string, error) {
	switch url := c.Database.Reveal(); {
	case !c.DatabaseSet:
		return config.DefaultFile, nil
	case url == config.MemoryOnly:
		return "", &usageError{errors.New("DATABASE_URL=memory: keeps nothing that this command could act on")}
	default:
		return url, nil
	}
}

func (p program) backup(ctx context.Context) error {
	report, copied := p.stdout, p.flags.argument
	url, err := databaseURL(p.Config)
	switch {
	case err != nil:
	case copied == stdioName:
		var n int64
		n, err = backupTo(ctx, url, p.stdout)
		report, copied = p.stderr, fmt.Sprintf("%d bytes", n)
	default:
		err = store.Backup(ctx, url, copied)
	}
	if err != nil {
		return fmt.Errorf("backup: %w", err)
	}
	_, err = fmt.Fprintln(report, "copied and verified:", copied)
	return err
}

// backupTo writes a verified copy of the database to w. Its temporary file is next to the database, or in
// the system's temporary folder if it cannot write there.
func backupTo(ctx context.Context, url string, w io.Writer) (n int64, err error) {
	path, _ := strings.CutPrefix(url, "sqlite:")
	folder, err := os.MkdirTemp(filepath.Dir(path), "backup-*")
	if err != nil {
		folder, err = os.MkdirTemp("", "backup-*")
	}
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	name := filepath.Join(folder, "copy.db")
	if err := store.Backup(ctx, url, name); err != nil {
		return 0, err
	}
	file, err := os.Open(name)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	return io.Copy(w, file)
}

func (p program) restore(ctx context.Context) error {
	url, err := databaseURL(p.Config)
	if err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	from, file := p.stdin, p.flags.argument
	if file != stdioName {
		opened, err := os.Open(file)
		if err != nil {
			return fmt.Errorf("restore: %w", err)
		}
		defer opened.Close()
		from = opened
	}
	switch err := store.Restore(ctx, url, from, p.flags.force); {
	case errors.Is(err, fs.ErrExist):
		return fmt.Errorf("restore: %w: nothing was replaced; back it up, and restore with -force", err)
	case err != nil:
		return fmt.Errorf("restore: nothing was replaced: %w", err)
	}
	_, err = fmt.Fprintln(p.stdout, "verified and restored:", file)
	return err
}
