package store

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing/fstest"

	"othellobot/game"
)

// Interrupted is a PostgreSQL store in which something happens once, inside a
// transaction: before the statement of that number, from 0. The other result
// reports whether it has happened.
func Interrupted(s *Store, statement int64, happens func()) (game.Store, func() bool) {
	d := *s.Store.(*database)
	left := new(atomic.Int64)
	left.Store(statement)
	d.write = interruptedWriter{d.write, left, happens}
	return &d, func() bool { return left.Load() < 0 }
}

type interruptedWriter struct {
	transactor
	left    *atomic.Int64 // statements until it happens
	happens func()
}

func (w interruptedWriter) transact(ctx context.Context, light bool, do func(context.Context, session) error) error {
	left := w.left.Load()
	before := func() {
		if w.left.Add(-1) == -1 {
			w.happens()
		}
	}
	return w.transactor.transact(ctx, light, func(ctx context.Context, s session) error {
		if w.left.Load() >= 0 { // else it has happened in a transaction that was taken back
			w.left.Store(left)
		}
		return do(ctx, interruptedSession{s, before})
	})
}

type interruptedSession struct {
	session
	before func()
}

func (s interruptedSession) exec(ctx context.Context, query string, args ...any) (int64, error) {
	s.before()
	return s.session.exec(ctx, query, args...)
}

func (s interruptedSession) first(ctx context.Context, queries []string, args []any) (int64, error) {
	s.before()
	return s.session.first(ctx, queries, args)
}

func (s interruptedSession) query(ctx context.Context, query string, args []any, row func(scan) error) error {
	s.before()
	return s.session.query(ctx, query, args, row)
}

func (s interruptedSession) all(ctx context.Context, statements ...statement) error {
	for _, one := range statements {
		s.before()
		if err := s.session.all(ctx, one); err != nil {
			return err
		}
	}
	return nil
}

// SmallCache is a store of SQLite that keeps two rooms in memory.
func SmallCache(s *Store) game.Store { return newCache(s.Store.(*cache).database, 2, func() {}) }

// SynchronousCommit is PostgreSQL's setting for changes and for light ones.
func SynchronousCommit(ctx context.Context, s *Store) (changes, light string, err error) {
	setting := func(light bool) string {
		found, failed := transacted(ctx, s.Store.(*database).write, light, func(ctx context.Context, s session) ([]string, error) {
			return column[string](ctx, s, `SHOW synchronous_commit`)
		})
		err = errors.Join(err, failed)
		return strings.Join(found, "")
	}
	return setting(false), setting(true), err
}

// Demote has the connections that a PostgreSQL store has now lead to a server that takes no
// changes.
func Demote(ctx context.Context, s *Store) (n int, err error) {
	for _, c := range s.Store.(*database).write.(*postgres).pool.AcquireAllIdle(ctx) {
		defer c.Release()
		_, failure := c.Exec(ctx, `SET default_transaction_read_only = on`)
		err = errors.Join(err, failure)
		n++
	}
	return n, err
}

// Rebuild makes the records of a database anew, from the finished games.
func Rebuild(ctx context.Context, s *Store) error {
	d, ok := s.Store.(*database)
	if !ok {
		d = s.Store.(*cache).database
	}
	return d.write.transact(ctx, false, func(ctx context.Context, s session) error {
		return s.all(ctx, statement{query: `DELETE FROM records`}, statement{query: rebuildRecords})
	})
}

// The numbers of the games against a level have no gaps, so the last number and that of
// the last game that was not won tell the run.
const rebuildRecords = `
INSERT INTO records (player, tenant, against, level, won, drawn, lost, run)
SELECT player, tenant, against, level, SUM(won), SUM(drawn), SUM(lost),
	CASE against WHEN 'engine' THEN MAX(number) - COALESCE(MAX(CASE won WHEN 0 THEN number END), 0) ELSE 0 END
FROM (
	SELECT black AS player, tenant, white AS against, level, number,
		CASE winner WHEN 1 THEN 1 ELSE 0 END AS won, CASE winner WHEN 0 THEN 1 ELSE 0 END AS drawn, CASE winner WHEN 2 THEN 1 ELSE 0 END AS lost
	FROM finished
	UNION ALL
	SELECT white, tenant, black, level, number,
		CASE winner WHEN 2 THEN 1 ELSE 0 END, CASE winner WHEN 0 THEN 1 ELSE 0 END, CASE winner WHEN 1 THEN 1 ELSE 0 END
	FROM finished
) AS results
WHERE player NOT IN ('', 'engine')
GROUP BY player, tenant, against, level`

// OpenWith opens an SQLite file with a schema that has one more migration.
func OpenWith(ctx context.Context, path, migration string, timing game.Timing, log *slog.Logger) (*Store, error) {
	wanted := sqliteSchema()
	first, err := fs.ReadFile(wanted.files, "schema/00001_games.sql")
	if err != nil {
		return nil, err
	}
	wanted.files = fstest.MapFS{
		"schema/00001_games.sql": {Data: first},
		"schema/00002_more.sql":  {Data: []byte(migration)},
	}
	return openSQLite(ctx, path, wanted, timing, log)
}

// Silent is the store of a database that never answers, with or without rooms in memory.
func Silent(cached bool, l Limits) *Store {
	silence := new(Silence)
	silence.Is.Store(true)
	d := &database{limits: l, changing: func(string) func() { return func() {} }, read: silence, write: silence, surely: ended, scrub: silence.wait}
	if cached {
		return storeOf(d, newCache(d, 2, func() {}), databaseInstalls{d, nil})
	}
	return storeOf(d, d, databaseInstalls{d, nil})
}

// Hush gives what makes the database of an SQLite store silent.
func Hush(s *Store) *Silence {
	d := s.Store.(*cache).database
	silence := &Silence{read: d.read, write: d.write}
	d.read, d.write = silence, silence
	return silence
}

// Silence is a database that never answers what it is asked while it is silent.
type Silence struct {
	Is    atomic.Bool
	Calls atomic.Int64
	read  reader
	write transactor
}

func (s *Silence) wait(ctx context.Context) error {
	s.Calls.Add(1)
	if !s.Is.Load() {
		return nil
	}
	<-ctx.Done()
	return ctx.Err()
}

func (s *Silence) query(ctx context.Context, query string, args []any, row func(scan) error) error {
	if err := s.wait(ctx); err != nil {
		return err
	}
	return s.read.query(ctx, query, args, row)
}

func (s *Silence) transact(ctx context.Context, light bool, do func(context.Context, session) error) error {
	if err := s.wait(ctx); err != nil {
		return err
	}
	return s.write.transact(ctx, light, do)
}

func (s *Silence) change(ctx context.Context, light bool, queries []string, args []any) (int64, error) {
	if err := s.wait(ctx); err != nil {
		return 0, err
	}
	return s.write.change(ctx, light, queries, args)
}

// Scrub has the files of a store emptied of what was deleted.
func Scrub(ctx context.Context, s *Store) error {
	d, shared := s.Store.(*database)
	if !shared {
		d = s.Store.(*cache).database
	}
	return d.scrub(ctx)
}
