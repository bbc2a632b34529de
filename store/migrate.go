package store

import (
	"context"
	"database/sql"
	_ "embed"
	"errors"
	"fmt"
	"log/slog"
	"strings"
)

// ErrSchema reports that a database has no schema, or not the one that this program needs.
var ErrSchema = errors.New("the schema does not fit")

//go:embed schema/00001_games.sql
var firstSchema string

type schema struct {
	steps []string // SQL that migrates from each version to the next, beginning with an empty database
	lock  string   // SQL that makes other processes wait until the migration ends; in SQLite it does nothing
	look  string   // SQL that counts the version's table, tables that may belong to another program, and markCopy's table
}

func sqliteSchema() schema {
	return schema{[]string{firstSchema}, `SELECT 1`, `
		SELECT (SELECT COUNT(*) FROM sqlite_schema WHERE name = 'othello_schema'),
			(SELECT COUNT(*) FROM sqlite_schema WHERE type = 'table'),
			(SELECT COUNT(*) FROM sqlite_schema WHERE name = 'unfinished_copy')`}
}

func postgresSchema() schema {
	words := strings.NewReplacer("TEXT ", `TEXT COLLATE "C" `, " WITHOUT ROWID", "", "--postgres ", "")
	return schema{[]string{words.Replace(firstSchema)}, `SELECT pg_advisory_xact_lock(hashtext('othello_schema'))`, `
		SELECT (SELECT COUNT(*) FROM pg_class WHERE oid = to_regclass('othello_schema')),
			(SELECT COUNT(*) FROM pg_tables WHERE schemaname = current_schema() AND tablename IN ('rooms', 'games', 'kept', 'goose_db_version')),
			(SELECT COUNT(*) FROM pg_class WHERE oid = to_regclass('unfinished_copy'))`}
}

// versions returns the same as [Schema]. It fails with [ErrSchema] if the program cannot migrate the database.
func (s schema) versions(ctx context.Context, in interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
},
) (current, needed int, err error) {
	needed = len(s.steps)
	var made, others, copies int
	if err := in.QueryRowContext(ctx, s.look).Scan(&made, &others, &copies); err != nil {
		return 0, 0, classify(err)
	}
	switch {
	case copies > 0:
		return 0, needed, errUnfinishedCopy
	case made == 0 && others > 0:
		return 0, 0, fmt.Errorf("%w: the tables of another program are in it; use another database", ErrSchema)
	case made == 0:
		return 0, needed, nil
	}
	err = in.QueryRowContext(ctx, `SELECT COALESCE(MAX(version), 0) FROM othello_schema`).Scan(&current)
	switch {
	case err != nil:
		return 0, 0, classify(err)
	case current > needed:
		return current, needed, fmt.Errorf("%w: version %d is newer than version %d, the latest that this program supports", ErrSchema, current, needed)
	default:
		return current, needed, nil
	}
}

// migrate brings the schema up to date in one transaction, in one process at a time. If the schema is up to
// date, it needs no right to create tables.
func (s schema) migrate(ctx context.Context, db *sql.DB, log *slog.Logger) error {
	if current, needed, err := s.versions(ctx, db); err != nil || current == needed {
		return err
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() // does nothing after the commit
	if _, err := tx.ExecContext(ctx, s.lock); err != nil {
		return err
	}
	current, needed, err := s.versions(ctx, tx)
	if err != nil || current == needed {
		return err
	}
	statements := []string{`CREATE TABLE IF NOT EXISTS othello_schema (version BIGINT NOT NULL PRIMARY KEY)`}
	for i, step := range s.steps[current:] {
		statements = append(statements, strings.Split(step, ";\n")...)
		statements = append(statements, fmt.Sprintf(`INSERT INTO othello_schema (version) VALUES (%d)`, current+i+1))
	}
	for _, statement := range statements {
		if _, err := tx.ExecContext(ctx, statement); err != nil {
			return fmt.Errorf("from schema version %d to %d: %w", current, needed, err)
		}
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	log.Info("schema brought up to date", "version", needed)
	return nil
}

func (s schema) fits(ctx context.Context, db *sql.DB) error {
	current, needed, err := s.versions(ctx, db)
	if err == nil && current < needed {
		err = fmt.Errorf("%w: version %d is older than version %d, which this program needs: start the bot once to migrate it", ErrSchema, current, needed)
	}
	return err
}

// confirmed returns the versions and the mark of an SQLite file. It fails with [ErrDamaged] unless the file
// holds what its witness says.
func (s schema) confirmed(ctx context.Context, path string, seen witness) (current, needed int, mark int64, err error) {
	db, err := openUnchanged(ctx, path)
	if err != nil {
		return 0, 0, 0, err
	}
	defer db.Close()
	current, needed, err = s.versions(ctx, db)
	switch {
	case err == nil && current > 0:
		mark, err = seen.confirm(ctx, db)
	case err == nil && seen.mark > 0:
		err = errGone
	}
	return current, needed, mark, err
}
