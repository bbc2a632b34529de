package store

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"othellobot/game"
)

var (
	// naming are the columns that hold names of places, tenants and people.
	naming = []struct {
		table   string
		columns []string
	}{
		{"games", []string{"place", "challenger"}},
		{"places", []string{"place"}},
		{"players", []string{"player"}},
		{"votes", []string{"voter"}},
		{"puzzlers", []string{"player", "place", "former_place"}},
		{"people", []string{"player", "list"}},
		{"exercises", []string{"player", "place"}},
		{"finished", []string{"tenant", "black", "white"}},
		{"records", []string{"tenant", "player", "against"}},
		{"ratings", []string{"tenant", "player"}},
		{"ladders", []string{"tenant"}},
	}
	// peopleIn are those of them that hold names of people.
	peopleIn = []string{"player", "voter", "black", "white", "against", "challenger"}
)

func isPeople(column string) bool { return slices.Contains(peopleIn, column) }

// beginning is the condition that the name in a column is, or begins with, another one.
const beginning = `%[1]s >= $1 AND %[1]s < $2`

// Left implements [Operators].
func (d *database) Left(ctx context.Context, name string) (left Left, err error) {
	games := countedRows("games", "place")
	if !strings.HasSuffix(name, "/") {
		games = countedRows("players", "player")
	}
	var rows, under []string
	for _, n := range naming {
		rows = append(rows, countedRows(n.table, n.columns...))
		if places := slices.DeleteFunc(slices.Clone(n.columns), isPeople); len(places) > 0 {
			under = append(under, countedRows(n.table, places...))
		}
	}
	query := fmt.Sprintf(`SELECT %s, %s, %s`, games, strings.Join(rows, " + "), strings.Join(under, " + "))
	err = d.read.query(ctx, query, []any{name, afterAll(name)}, func(scan scan) error {
		return scan(&left.Games, &left.Rows, &left.Under)
	})
	return left, err
}

// countedRows is how many rows of a table have the name in one of some columns.
func countedRows(table string, columns ...string) string {
	var conditions []string
	for _, c := range columns {
		conditions = append(conditions, fmt.Sprintf(beginning, c))
	}
	return fmt.Sprintf(`(SELECT COUNT(*) FROM %s WHERE %s)`, table, strings.Join(conditions, " OR "))
}

// Members implements [Operators].
func (d *database) Members(ctx context.Context, prefix string) (members []game.Player, err error) {
	var queries []string
	for _, n := range naming {
		for _, c := range n.columns {
			if isPeople(c) {
				queries = append(queries, fmt.Sprintf(`SELECT %[1]s FROM %[2]s WHERE `, c, n.table)+fmt.Sprintf(beginning, c))
			}
		}
	}
	return column[game.Player](ctx, d.read, strings.Join(queries, " UNION "), prefix, afterAll(prefix))
}

// settlePause is how long is waited before it is looked again whether transactions have ended.
const settlePause = 20 * time.Millisecond

// Settle implements [Operators]: it waits for the transactions that have changed or may change
// the tables now. Whoever
// has one that is not among them has seen all that was stored before, for PostgreSQL locks
// a table before it looks at what is visible there.
func (d *database) Settle(ctx context.Context) error {
	if d.writers == "" {
		return nil
	}
	waitedFor, err := d.writing(ctx)
	for err == nil && len(waitedFor) > 0 {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(settlePause):
		}
		var now []string
		now, err = d.writing(ctx)
		waitedFor = slices.DeleteFunc(waitedFor, func(id string) bool { return !slices.Contains(now, id) })
	}
	return err
}

// writing names the transactions that hold locks on tables to change them.
func (d *database) writing(ctx context.Context) (ids []string, err error) {
	return column[string](ctx, d.read, d.writers)
}
