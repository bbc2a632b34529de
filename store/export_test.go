package store

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"slices"
	"sync/atomic"

	"othellobot/game"
	"othellobot/people"
)

// Interrupted is a PostgreSQL store in which something happens once, inside a
// transaction: before the statement of that number, from 0. The other result
// reports whether it has happened.
func Interrupted(s *Store, statement int64, happens func()) (people.Store, func() bool) {
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
		return do(ctx, func(ctx context.Context, statements ...statement) (changed int64, err error) {
			for _, one := range statements {
				before()
				if changed, err = s(ctx, one); err != nil {
					break
				}
			}
			return changed, err
		})
	})
}

// SmallCache is a store of SQLite that keeps two rooms in memory.
func SmallCache(s *Store) people.Store { return newCache(s.Store.(*cache).database, 2) }

// SynchronousCommit is PostgreSQL's setting for changes and for light ones: in a transaction, and in a
// change of one statement.
func SynchronousCommit(ctx context.Context, s *Store) (changes, light []string, err error) {
	d := s.Store.(*database)
	const keep = `
INSERT INTO installs (name, data) VALUES ('setting', current_setting('synchronous_commit'))
ON CONFLICT (name) DO UPDATE SET data = excluded.data`
	setting := func(light bool) []string {
		within, failed := transacted(ctx, d.write, light, func(ctx context.Context, s session) ([]string, error) {
			return column[string](ctx, s, `SHOW synchronous_commit`)
		})
		_, unchanged := d.write.change(ctx, light, []string{keep}, nil)
		alone, unread := column[string](ctx, d.read, `SELECT data FROM installs WHERE name = 'setting'`)
		err = errors.Join(err, failed, unchanged, unread)
		return append(within, alone...)
	}
	light = setting(true)
	return setting(false), light, err
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
		var games []game.Finished
		err := s.query(ctx, `SELECT `+finishedColumns+` FROM finished`, nil, func(scan scan) error {
			f, doc, err := scanFinished(scan)
			err = errors.Join(err, json.Unmarshal(doc, &f))
			games = append(games, f)
			return err
		})
		if err != nil {
			return err
		}
		sums := make(map[recordKey]game.Record)
		// The numbers of the games against a level have no gaps, and so tell the run.
		slices.SortFunc(games, func(a, b game.Finished) int { return cmp.Compare(a.Tally.Number, b.Tally.Number) })
		for _, f := range games {
			for _, p := range f.People() {
				r := f.Record(p)
				of := recordKey{p, r.Against, r.Tenant, r.Level}
				if before, ok := sums[of]; ok {
					r = before.Add(r)
				}
				sums[of] = r
			}
		}
		made := []statement{{query: `DELETE FROM records`}}
		for of, r := range sums {
			made = append(made, addRecord(of.player, r, func(game.Record) {}))
		}
		return s.all(ctx, made...)
	})
}

// OpenWith opens an SQLite file with a schema that has one more migration.
func OpenWith(ctx context.Context, path, migration string, timing game.Timing, log *slog.Logger) (*Store, error) {
	wanted := sqliteSchema()
	wanted.steps = append(wanted.steps, migration)
	return openSQLite(ctx, path, wanted, timing, log)
}

// Silent is the store of a database that never answers, with or without rooms in memory.
func Silent(cached bool, l Limits) *Store {
	silence := new(Silence)
	silence.Is.Store(true)
	d := &database{limits: l, read: silence, write: silence, surely: ended, scrub: silence.wait}
	if cached {
		return storeOf(d, newCache(d, 2), nil)
	}
	return storeOf(d, d, nil)
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
