package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"othellobot/internal/app/config"
	"othellobot/store"
)

// copyDatabase copies one database into another, and reports its progress on standard error.
func (p program) copyDatabase(ctx context.Context) error {
	from, err := p.databaseOf("FROM", p.flags.argument)
	if err != nil {
		return err
	}
	to, err := p.databaseOf("TO", p.flags.to)
	if err != nil {
		return err
	}
	if from == to || sameFile(from, to) {
		return &usageError{errors.New("copy: FROM and TO are the same database")}
	}
	printed := time.Now()
	rows, err := store.Copy(ctx, from, to, func(done store.CopyProgress) {
		if time.Since(printed) < 5*time.Second {
			return
		}
		what := map[bool]string{false: "copied", true: "compared"}[done.Comparing]
		printed = time.Now()
		_, _ = fmt.Fprintf(p.stderr, "%s %d of %d rows\n", what, done.Rows, done.All) // ignored: it is only progress
	})
	switch {
	case err != nil && ctx.Err() != nil:
		return errors.New("copy: interrupted; repeat the command to continue")
	case err != nil:
		return fmt.Errorf("copy: %w", err)
	}
	_, err = fmt.Fprintf(p.stdout, "copied and compared: %s; the first database is unchanged\n", plural(int(rows), "row"))
	return err
}

// sameFile reports whether two URLs lead to one SQLite file, such as by a link.
func sameFile(a, b string) bool {
	one, missing := os.Stat(strings.TrimPrefix(a, "sqlite:"))
	other, missingToo := os.Stat(strings.TrimPrefix(b, "sqlite:"))
	return missing == nil && missingToo == nil && os.SameFile(one, other)
}

// databaseOf returns the URL of FROM or TO, which is a URL or a variable that holds one.
func (p program) databaseOf(role, name string) (url string, err error) {
	switch {
	case name == "DATABASE_URL":
		url, err = databaseURL(p.Config)
	case strings.Contains(name, ":"):
		url = name
	default:
		if url, err = config.Variable(p.flags.env, name, p.getenv); err == nil && url == "" {
			err = fmt.Errorf("there is no variable %s", name)
		}
	}
	if err == nil {
		err = store.CheckURL(url)
	}
	if err == nil && url == config.MemoryOnly {
		err = errors.New("memory: holds nothing after its bot has ended")
	}
	if err != nil {
		return "", &usageError{fmt.Errorf("copy: %s: %w", role, err)}
	}
	return url, nil
}

// checkVersion prints the schema versions of the program, the database and its copies. It fails if the program
// cannot use the database. It changes no file.
func (p program) checkVersion(ctx context.Context) error {
	url, err := databaseURL(p.Config)
	if err != nil {
		_, err := fmt.Fprintln(p.stdout, version()+"\nthe games are kept in memory only, so that any version can run")
		return err
	}
	current, needed, failed := store.Schema(ctx, url)
	path, isFile := strings.CutPrefix(url, "sqlite:")
	lines := []string{version(), fmt.Sprintf("the program needs schema version %d", needed)}
	if failed == nil || errors.Is(failed, fs.ErrNotExist) {
		failed = nil
		lines = append(lines, nextStart(current, needed, path, isFile))
	}
	if isFile {
		copies, _ := filepath.Glob(path + ".before-*") // finds none if the path has brackets
		for _, file := range copies {
			if version, _, _ := store.Schema(ctx, "sqlite:"+file); version > 0 {
				lines = append(lines, fmt.Sprintf("%s has schema version %d; bot restore -force puts it back", file, version))
			}
		}
	}
	_, err = fmt.Fprintln(p.stdout, strings.Join(lines, "\n"))
	if failed != nil {
		return fmt.Errorf("version: %w", failed)
	}
	return err
}

// nextStart says what a start does with a database of a version that it can use.
func nextStart(current, needed int, path string, isFile bool) string {
	has := fmt.Sprintf("the database has schema version %d: ", current)
	switch {
	case current == 0:
		return "there is no database yet: the first start creates it"
	case current == needed:
		return has + "the program can use it"
	case isFile:
		return has + fmt.Sprintf("the next start writes a verified copy to %s.before-%d, and then brings the database to version %d", path, needed, needed)
	default:
		return has + fmt.Sprintf("the next start brings it to version %d; copy it with pg_dump first", needed)
	}
}
