package store

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
)

// watched makes a database explain each new statement before it runs.
type watched struct {
	transactor
	reader
	t        testing.TB
	postgres bool

	mu      sync.Mutex
	asked   map[string]int // number of runs, by statement
	scanned map[string]string
}

type watchedWriter struct{ *watched }

func (w watchedWriter) transact(ctx context.Context, light bool, do func(context.Context, session) error) error {
	return w.transactor.transact(ctx, light, func(ctx context.Context, s session) error {
		if w.postgres { // PostgreSQL prefers to scan small tables
			if _, err := s.exec(ctx, "SET LOCAL enable_seqscan = off"); err != nil {
				return err
			}
		}
		return do(ctx, func(ctx context.Context, statements ...statement) (int64, error) {
			for _, one := range statements {
				w.explain(ctx, s, one.query, one.args)
			}
			return s(ctx, statements...)
		})
	})
}

func (w watchedWriter) change(ctx context.Context, light bool, query string, args ...any) (n int64, err error) {
	err = w.transact(ctx, light, func(ctx context.Context, s session) error {
		n, err = s.exec(ctx, query, args...)
		return err
	})
	return n, err
}

func (w *watched) query(ctx context.Context, query string, args []any, row func(scan) error) error {
	err := watchedWriter{w}.transact(ctx, true, func(ctx context.Context, s session) error {
		return s.query(ctx, query, args, func(scan) error { return nil })
	})
	if err != nil {
		return err
	}
	return w.reader.query(ctx, query, args, row)
}

func (w *watched) explain(ctx context.Context, s session, query string, args []any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.asked[query]++
	if w.asked[query] > 1 {
		return
	}
	find := w.scansInSQLite
	if w.postgres {
		find = w.scansInPostgres
	}
	for _, scan := range find(ctx, s, query, args) {
		if !small(query, scan) {
			w.scanned[query] = scan
		}
	}
}

// small reports whether a scan is allowed because it reads few rows. Loading a room must not scan tombstones.
func small(query, scan string) bool {
	if strings.Contains(query, "FROM rooms") && strings.Contains(scan, "tombstones") {
		return false
	}
	for _, few := range []string{"tombstones", "kept_list", "paces"} {
		if strings.Contains(scan, few) {
			return true
		}
	}
	return false
}

func (w *watched) scansInSQLite(ctx context.Context, s session, query string, args []any) (scans []string) {
	err := s.query(ctx, "EXPLAIN QUERY PLAN "+query, args, func(scan scan) error {
		var id, parent, unused int
		var detail string
		err := scan(&id, &parent, &unused, &detail)
		if strings.HasPrefix(detail, "SCAN ") && !strings.Contains(detail, "CONSTANT ROW") && !strings.Contains(detail, "SUBQUERY") {
			scans = append(scans, detail)
		}
		return err
	})
	if err != nil {
		w.t.Errorf("%v: %s", err, query)
	}
	return scans
}

// plan is a node of a PostgreSQL query plan.
type plan struct {
	Type      string `json:"Node Type"`
	Relation  string `json:"Relation Name"`
	Index     string `json:"Index Name"`
	Condition string `json:"Index Cond"`
	Plans     []plan
}

func (p plan) scans() (found []string) {
	if p.Type == "Seq Scan" || strings.Contains(p.Type, "Index") && strings.Contains(p.Type, "Scan") && p.Condition == "" {
		found = append(found, fmt.Sprint(p.Type, " ", p.Relation, " ", p.Index))
	}
	for _, below := range p.Plans {
		found = append(found, below.scans()...)
	}
	return found
}

func (w *watched) scansInPostgres(ctx context.Context, s session, query string, args []any) (scans []string) {
	var text string
	err := s.query(ctx, "EXPLAIN (FORMAT JSON) "+query, args, func(scan scan) error { return scan(&text) })
	var plans []struct{ Plan plan }
	if err == nil {
		err = json.Unmarshal([]byte(text), &plans)
	}
	if err != nil {
		w.t.Errorf("%v: %s", err, query)
		return nil
	}
	return plans[0].Plan.scans()
}

// Watched runs do and returns its statements, each with the tables or indexes that it scanned.
func Watched(t testing.TB, s *Store, do func()) map[string]string {
	d := s.db
	w := &watched{transactor: d.write, reader: d.read, t: t, postgres: d.shared, asked: make(map[string]int), scanned: make(map[string]string)}
	defer func() { d.write, d.read = w.transactor, w.reader }()
	d.write, d.read = watchedWriter{w}, w
	do()
	found := make(map[string]string)
	for query := range w.asked {
		found[query] = w.scanned[query]
	}
	return found
}
