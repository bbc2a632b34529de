package store

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync/atomic"

	"othellobot/game"
	"othellobot/people"
)

// Interrupted returns a store that calls interrupt once, before the statement with this number, and a function
// that reports whether it did.
func Interrupted(s *Store, statement int64, interrupt func()) (people.Store, func() bool) {
	d := *s.db
	left := new(atomic.Int64)
	left.Store(statement)
	d.write = interruptedWriter{d.write, left, interrupt}
	return &d, func() bool { return left.Load() < 0 }
}

type interruptedWriter struct {
	transactor
	left      *atomic.Int64 // statements left until the interruption
	interrupt func()
}

func (w interruptedWriter) transact(ctx context.Context, light bool, do func(context.Context, session) error) error {
	left := w.left.Load()
	before := func() {
		if w.left.Add(-1) == -1 {
			w.interrupt()
		}
	}
	return w.transactor.transact(ctx, light, func(ctx context.Context, s session) error {
		if w.left.Load() >= 0 { // a repeated transaction counts its statements again
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

func SmallCache(s *Store) people.Store { return newCache(s.db, 2) }

// SynchronousCommit returns PostgreSQL's setting for both kinds of change: in a transaction and in a single statement.
func SynchronousCommit(ctx context.Context, s *Store) (changes, light []string, err error) {
	d := s.db
	const keep = `
INSERT INTO installs (name, data) VALUES ('setting', current_setting('synchronous_commit'))
ON CONFLICT (name) DO UPDATE SET data = excluded.data`
	setting := func(light bool) []string {
		within, failed := inTransaction(ctx, d.write, light, func(ctx context.Context, s session) ([]string, error) {
			return column[string](ctx, s, `SHOW synchronous_commit`)
		})
		_, unchanged := d.write.change(ctx, light, keep)
		alone, unread := column[string](ctx, d.read, `SELECT data FROM installs WHERE name = 'setting'`)
		err = errors.Join(err, failed, unchanged, unread)
		return append(within, alone...)
	}
	light = setting(true)
	return setting(false), light, err
}

// Demote makes the store's idle connections read-only, like those of a standby, and returns their number.
func Demote(ctx context.Context, s *Store) (n int, err error) {
	for _, c := range s.db.write.(postgres)[false].AcquireAllIdle(ctx) {
		defer c.Release()
		_, failure := c.Exec(ctx, `SET default_transaction_read_only = on`)
		err = errors.Join(err, failure)
		n++
	}
	return n, err
}

// Rebuild deletes the records of a database and computes them again from the finished games.
func Rebuild(ctx context.Context, s *Store) error {
	return s.db.write.transact(ctx, false, func(ctx context.Context, s session) error {
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
		type recordKey struct {
			player, against game.Player
			tenant          game.Tenant
			level           uint8
		}
		sums := make(map[recordKey]game.Record)
		// A player's games against a level are numbered without gaps, so their order gives the winning run.
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

func OpenWith(ctx context.Context, path, migration string, timing game.Timing, log *slog.Logger) (*Store, error) {
	wanted := sqliteSchema()
	wanted.steps = append(wanted.steps, migration)
	return openSQLite(ctx, path, wanted, timing, log)
}

// Silent returns a store whose database never answers, with or without a cache.
func Silent(cached bool, l Limits) *Store {
	d := &database{limits: l, read: silence{}, write: silence{}, notStored: ended, scrub: silence{}.wait}
	if cached {
		return newStore(d, newCache(d, 2), nil)
	}
	return newStore(d, d, nil)
}

type silence struct{}

func (silence) wait(ctx context.Context) error {
	<-ctx.Done()
	return ctx.Err()
}

func (s silence) query(ctx context.Context, _ string, _ []any, _ func(scan) error) error {
	return s.wait(ctx)
}

func (s silence) transact(ctx context.Context, _ bool, _ func(context.Context, session) error) error {
	return s.wait(ctx)
}

func (s silence) change(ctx context.Context, _ bool, _ string, _ ...any) (int64, error) {
	return 0, s.wait(ctx)
}

func Scrub(ctx context.Context, s *Store) error { return s.db.scrub(ctx) }

// CopyInBatches is [Copy] with fewer rows in a statement.
func CopyInBatches(ctx context.Context, from, to string, batch int, report func(CopyProgress)) (int64, error) {
	return copyInBatches(ctx, from, to, batch, report)
}

// PersonalColumns returns all columns of the tables that have a column with people's names.
func PersonalColumns() map[string][]string {
	columns := make(map[string][]string)
	for _, n := range nameColumns {
		if len(n.people) > 0 {
			columns[n.table] = slices.Concat(n.people, n.places, n.rest)
		}
	}
	return columns
}

// ForgetChanges reports whether a query of Forget changes a table.
func ForgetChanges(table string) bool {
	return slices.ContainsFunc(forgetQueries, func(q string) bool {
		return strings.HasPrefix(q, "DELETE FROM "+table+" ") || strings.HasPrefix(q, "UPDATE "+table+" ")
	})
}
