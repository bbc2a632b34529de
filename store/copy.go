package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

// CopyProgress says how far [Copy] is.
type CopyProgress struct {
	Comparing bool // whether all rows are copied, and Copy compares them
	Rows, All int64
}

// Copy copies all data from one database to another, except that of running processes, and returns the number of
// rows. A repeated call continues an interrupted copy. No store opens the target before Copy has compared all rows.
// Copy fails with [ErrInUse] while a bot uses one of the databases. It also fails if the target has other data.
// It calls report after each row.
func Copy(ctx context.Context, from, to string, report func(CopyProgress)) (rows int64, err error) {
	return copyInBatches(ctx, from, to, copyBatch, report)
}

const copyBatch = 500 // limit of rows in one statement

func copyInBatches(ctx context.Context, from, to string, batch int, report func(CopyProgress)) (rows int64, err error) {
	tables, err := copiedTables(ctx)
	if err != nil {
		return 0, err
	}
	source, err := openSide(ctx, from, false)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", source.name, withoutLogin(err))
	}
	defer func() { err = errors.Join(err, source.close()) }()
	tx, err := source.db.BeginTx(ctx, source.snapshot)
	if err != nil {
		return 0, err
	}
	defer tx.Rollback() // it changes nothing
	m := &merger{source: tx, tables: tables, batch: batch, report: report}
	if err := m.begin(ctx, source); err != nil {
		return 0, fmt.Errorf("%s: %w", source.name, err)
	}
	target, err := openSide(ctx, to, true) // makes the file, so last
	if err != nil {
		return 0, fmt.Errorf("%s: %w", target.name, withoutLogin(err))
	}
	defer func() { err = errors.Join(err, target.close()) }()
	m.target, m.postgres = target.db, target.path == ""
	finished, err := m.claim(ctx, target, source.name)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", target.name, err)
	}
	if finished {
		return m.progress.Rows, nil
	}
	for _, repair := range []bool{true, false} {
		if err := m.mergeAll(ctx, repair); err != nil {
			return 0, err
		}
	}
	return m.progress.Rows, target.finish(ctx)
}

// side is the source or the target of a copy.
type side struct {
	name     string // its URL without user and password
	path     string // of an SQLite file; empty for PostgreSQL
	schema   schema
	version  int   // its version of the schema
	refusal  error // why no store opens it; nil if one does
	db       *sql.DB
	snapshot *sql.TxOptions // of a transaction that sees no later changes
	close    func() error
}

func openSide(ctx context.Context, url string, target bool) (s side, err error) {
	if path, ok := sqlitePath(url); ok {
		path, err := filepath.Abs(path)
		s = side{name: sqliteURL + path, path: path, schema: sqliteSchema()}
		if err == nil {
			err = s.openFile(ctx, target)
		}
		return s, err
	}
	config, err := pgx.ParseConfig(url)
	if err != nil {
		return side{name: postgresURL + "…"}, errPostgresURL
	}
	s = side{
		name:   strings.TrimRight(fmt.Sprintf("%s%s:%d/%s %s", postgresURL, config.Host, config.Port, config.Database, config.RuntimeParams["search_path"]), " "),
		schema: postgresSchema(), snapshot: &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true},
	}
	return s, s.openServer(ctx, config)
}

func (s *side) openFile(ctx context.Context, target bool) error {
	seen, fresh, err := lastWitness(s.path)
	if err == nil && fresh && !target {
		err = fs.ErrNotExist
	}
	if err != nil {
		return err
	}
	unlock, err := lockFile(s.path)
	if errors.Is(err, ErrInUse) {
		err = fmt.Errorf("%w; stop the bot first", err)
	}
	if err != nil {
		return err
	}
	if !fresh {
		s.version, _, _, s.refusal = s.schema.confirmed(ctx, s.path, seen)
	}
	if !target {
		s.db, err = openUnchanged(ctx, s.path)
	} else if _, err = newGuard(s.path, slog.New(slog.DiscardHandler)); err == nil {
		s.db, err = sql.Open("sqlite", sqliteDSN(s.path, smallPages, "synchronous(NORMAL)")+"&_journal_mode=WAL")
	}
	if err != nil {
		return errors.Join(err, unlock())
	}
	s.close = func() error { return errors.Join(s.db.Close(), unlock()) }
	return nil
}

// openServer fails with [ErrInUse] if a bot is connected. The copy uses another application_name.
func (s *side) openServer(ctx context.Context, config *pgx.ConnConfig) error {
	setDefault(config.RuntimeParams, "application_name", "othellobot")
	bot := config.RuntimeParams["application_name"]
	config.RuntimeParams["application_name"] += " copy"
	config.ConnectTimeout = cmp.Or(config.ConnectTimeout, connectTimeout)
	config.DefaultQueryExecMode = pgx.QueryExecModeExec // works behind a pooler, too
	s.db = stdlib.OpenDB(*config)
	s.close = s.db.Close
	const findBots = `SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1`
	inUse := func(err error) bool { return errors.Is(err, ErrInUse) } // the server notices late that a bot has ended
	err := retry(ctx, inUse, func() error {
		var bots int
		err := s.db.QueryRowContext(ctx, findBots, bot).Scan(&bots)
		if err == nil && bots > 0 {
			err = fmt.Errorf("%w: the server has %d connections to it named %q; stop the bots first", ErrInUse, bots, bot)
		}
		return err
	})
	if err != nil {
		return errors.Join(err, s.close())
	}
	s.version, _, s.refusal = s.schema.versions(ctx, s.db)
	return nil
}

// begin fails if no store opens the source. Otherwise it locks the source against changes and counts the rows.
func (m *merger) begin(ctx context.Context, source side) error {
	if source.refusal != nil {
		return source.refusal
	}
	if needed := len(source.schema.steps); source.version != needed {
		return fmt.Errorf("%w: version %d is older than version %d, which this program needs: start the bot once to migrate it", ErrSchema, source.version, needed)
	}
	if source.path == "" {
		if _, err := m.source.ExecContext(ctx, `LOCK TABLE `+m.tableNames(", ")+` IN SHARE MODE`); err != nil {
			return err
		}
	}
	return classify(m.source.QueryRowContext(ctx, m.countRows()).Scan(&m.progress.All))
}

// countRows returns a query for the number of rows in all tables.
func (m *merger) countRows() string {
	return `SELECT (SELECT COUNT(*) FROM ` + m.tableNames(`) + (SELECT COUNT(*) FROM `) + `)`
}

// An unfinished copy has this table, which holds the name of the source.
const markCopy = `CREATE TABLE unfinished_copy (source TEXT NOT NULL)`

var errUnfinishedCopy = fmt.Errorf("%w: it is an unfinished copy; repeat the same bot copy to finish it", ErrSchema)

// claim marks the target as an unfinished copy. It reports finished if the target already equals the source.
func (m *merger) claim(ctx context.Context, target side, source string) (finished bool, err error) {
	wanted := target.schema
	wanted.steps = slices.Concat([]string{markCopy + ";\n" + wanted.steps[0]}, wanted.steps[1:])
	switch {
	case errors.Is(target.refusal, errUnfinishedCopy):
	case target.refusal != nil:
		return false, target.refusal
	case target.version == 0:
		err = wanted.migrate(ctx, target.db, slog.New(slog.DiscardHandler))
	case target.version < len(wanted.steps):
		return false, errOtherData
	default:
		if err := m.mergeAll(ctx, false); !errors.Is(err, errDifferent) {
			return err == nil, err
		}
		var rows int64
		if err := target.db.QueryRowContext(ctx, m.countRows()).Scan(&rows); err != nil || rows > 0 {
			return false, cmp.Or(err, errOtherData)
		}
		_, err = target.db.ExecContext(ctx, markCopy)
	}
	if err != nil {
		return false, err
	}
	var claimed string
	err = target.db.QueryRowContext(ctx, `SELECT COALESCE(MAX(source), '') FROM unfinished_copy`).Scan(&claimed)
	switch {
	case err != nil:
	case claimed == "":
		_, err = target.db.ExecContext(ctx, `INSERT INTO unfinished_copy (source) VALUES ($1)`, source)
	case claimed != source:
		err = fmt.Errorf("it is an unfinished copy of another database, %s; copy into an empty database", claimed)
	}
	return false, err
}

var errOtherData = errors.New("it has data of its own; copy into an empty database")

// finish lets stores open the target.
func (s side) finish(ctx context.Context) error {
	if _, err := s.db.ExecContext(ctx, `DROP TABLE unfinished_copy`); err != nil || s.path == "" {
		return err
	}
	_, err := s.db.ExecContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)") // writes everything to the disk
	return errors.Join(err, (witness{}).write(s.path, true), syncFolder(filepath.Dir(s.path)))
}
