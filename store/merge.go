package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"unicode/utf8"
)

type table struct {
	name    string
	columns []string // begins with the primary key
	keys    int      // number of columns of the primary key
}

// copiedTables returns the tables of an empty database, except those with data of running processes: leases,
// and the mark of an SQLite file.
func copiedTables(ctx context.Context) (tables []table, err error) {
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		return nil, err
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	if err := sqliteSchema().migrate(ctx, db, slog.New(slog.DiscardHandler)); err != nil {
		return nil, err
	}
	found, err := db.QueryContext(ctx, `
		SELECT t.name, c.name, c.pk FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
		WHERE t.type = 'table' AND t.name NOT IN ('othello_schema', 'leases', 'heartbeat')
		ORDER BY t.name, c.pk = 0, c.pk, c.cid`)
	if err != nil {
		return nil, err
	}
	defer found.Close()
	err = each(found, func(scan scan) error {
		var name, column string
		var key int
		err := scan(&name, &column, &key)
		if len(tables) == 0 || tables[len(tables)-1].name != name {
			tables = append(tables, table{name: name})
		}
		t := &tables[len(tables)-1]
		t.columns, t.keys = append(t.columns, `"`+column+`"`), max(t.keys, key)
		return err
	})
	return tables, err
}

// merger compares two databases of the same schema row by row, and makes the target equal to the source.
type merger struct {
	source   *sql.Tx
	target   *sql.DB
	tables   []table
	batch    int  // limit of rows in one statement
	postgres bool // whether the target is PostgreSQL
	report   func(CopyProgress)
	progress CopyProgress
}

func (m *merger) tableNames(separator string) string {
	var names []string
	for _, t := range m.tables {
		names = append(names, t.name)
	}
	return strings.Join(names, separator)
}

var errDifferent = errors.New("the databases differ: another program writes to one of them; stop it, and repeat the copy")

// mergeAll makes the target equal to the source if repair is set. Otherwise it fails with [errDifferent] at the
// first difference.
func (m *merger) mergeAll(ctx context.Context, repair bool) error {
	m.progress.Comparing, m.progress.Rows = !repair, 0
	for _, t := range m.tables {
		if err := m.merge(ctx, t, repair); err != nil {
			return fmt.Errorf("table %s: %w", t.name, classify(err))
		}
	}
	return nil
}

// merge reads both tables in the order of their keys.
func (m *merger) merge(ctx context.Context, t table, repair bool) error {
	from, err := t.open(ctx, m.source)
	if err != nil {
		return err
	}
	defer from.Close()
	have, err := t.open(ctx, m.target)
	if err != nil {
		return err
	}
	defer have.Close()
	var missing insertion
	for from.row != nil || have.row != nil {
		order := compareRows(from.row, have.row, t.keys)
		same := order == 0 && compareRows(from.row, have.row, len(t.columns)) == 0
		if !same && !repair {
			return errDifferent
		}
		if order >= 0 && !same {
			err = t.remove(ctx, m.target, have.row)
		}
		if order <= 0 && !same && err == nil {
			err = m.insert(ctx, t, &missing, from.row)
		}
		if order >= 0 && err == nil {
			err = have.next()
		}
		if order <= 0 && err == nil {
			m.progress.Rows++
			m.report(m.progress)
			err = from.next()
		}
		if err != nil {
			return err
		}
	}
	return m.flush(ctx, t, &missing)
}

// cursor is a position in a table.
type cursor struct {
	*sql.Rows
	width int
	row   []any // nil after the last row
}

func (t table) open(ctx context.Context, in interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
},
) (*cursor, error) {
	query := fmt.Sprintf(`SELECT %s FROM %s ORDER BY %s`, strings.Join(t.columns, ", "), t.name, strings.Join(t.columns[:t.keys], ", "))
	rows, err := in.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	c := &cursor{Rows: rows, width: len(t.columns)}
	return c, c.next()
}

func (c *cursor) next() error {
	c.row = nil
	if !c.Next() {
		return c.Err()
	}
	c.row = make([]any, c.width)
	to := make([]any, c.width)
	for i := range to {
		to[i] = &c.row[i]
	}
	return c.Scan(to...)
}

// compareRows compares the first n columns. nil is after all rows.
func compareRows(a, b []any, n int) int {
	if a == nil || b == nil {
		return cmp.Compare(len(b), len(a))
	}
	for i := range n {
		if order := compareValues(a[i], b[i]); order != 0 {
			return order
		}
	}
	return 0
}

func compareValues(a, b any) int {
	switch a := a.(type) {
	case int64:
		if b, ok := b.(int64); ok {
			return cmp.Compare(a, b)
		}
	case string:
		if b, ok := b.(string); ok {
			return cmp.Compare(a, b)
		}
	}
	return cmp.Compare(fmt.Sprintf("%T%v", a, a), fmt.Sprintf("%T%v", b, b))
}

func (t table) remove(ctx context.Context, db *sql.DB, row []any) error {
	var key []string
	for i, column := range t.columns[:t.keys] {
		key = append(key, fmt.Sprintf("%s = $%d", column, i+1))
	}
	_, err := db.ExecContext(ctx, `DELETE FROM `+t.name+` WHERE `+strings.Join(key, " AND "), row[:t.keys]...)
	return err
}

const maxInserted = 1 << 20 // bytes of text after which an insertion ends

// insertion holds the rows of one statement.
type insertion struct {
	values     []any
	parameters []string // one for each value
	bytes      int
}

// insert adds a row to an insertion, and inserts all of its rows once there are enough.
func (m *merger) insert(ctx context.Context, t table, i *insertion, row []any) error {
	for _, value := range row {
		text, _ := value.(string)
		if m.postgres && (!utf8.ValidString(text) || strings.Contains(text, "\x00")) {
			return fmt.Errorf("PostgreSQL cannot hold the row %q: a text in it is not UTF-8, or has a zero byte", row[:t.keys])
		}
		i.bytes += len(text)
		i.values = append(i.values, value)
		parameter := "?" // a numbered one costs SQLite time that grows with their number
		if m.postgres {
			parameter = fmt.Sprintf("$%d", len(i.values))
		}
		i.parameters = append(i.parameters, parameter)
	}
	if len(i.values) < m.batch*len(row) && i.bytes < maxInserted {
		return nil
	}
	return m.flush(ctx, t, i)
}

// flush inserts the rows. Some may exist already: the server may end the last statement of a killed copy late.
func (m *merger) flush(ctx context.Context, t table, i *insertion) error {
	var rows []string
	for row := range slices.Chunk(i.parameters, len(t.columns)) {
		rows = append(rows, "("+strings.Join(row, ", ")+")")
	}
	if rows == nil {
		return nil
	}
	query := fmt.Sprintf(`INSERT INTO %s (%s) VALUES %s ON CONFLICT DO NOTHING`, t.name, strings.Join(t.columns, ", "), strings.Join(rows, ", "))
	_, err := m.target.ExecContext(ctx, query, i.values...)
	*i = insertion{}
	return err
}
