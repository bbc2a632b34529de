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
		{"games", []string{"place", "challenger", "winner", "loser"}},
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
	peopleIn = []string{"player", "voter", "black", "white", "against", "challenger", "winner", "loser"}
)

func isPeople(column string) bool { return slices.Contains(peopleIn, column) }

// beginning is the condition that the name in a column is, or begins with, another one.
const beginning = `%[1]s COLLATE "binary" >= $1 AND %[1]s COLLATE "binary" < $2`

// Left counts what is stored of a person, or of the places and people whose names begin with
// a prefix that ends with a slash.
func (s *Store) Left(ctx context.Context, name string) (Left, error) {
	if s.operators == nil {
		return Left{}, errInMemory
	}
	return s.operators.left(ctx, name)
}

// Members are the people whose names begin with a prefix and who are named anywhere.
func (s *Store) Members(ctx context.Context, prefix string) ([]game.Player, error) {
	if s.operators == nil {
		return nil, errInMemory
	}
	return s.operators.members(ctx, prefix)
}

// Settle waits until everything has ended that was being stored when it began: what was
// refused since then cannot come any more.
func (s *Store) Settle(ctx context.Context) error {
	if s.operators == nil {
		return errInMemory
	}
	return s.operators.settle(ctx)
}

func (d *database) left(ctx context.Context, name string) (left Left, err error) {
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

func (d *database) members(ctx context.Context, prefix string) (members []game.Player, err error) {
	var queries []string
	for _, n := range naming {
		for _, c := range n.columns {
			if isPeople(c) {
				queries = append(queries, fmt.Sprintf(`SELECT %[1]s FROM %[2]s WHERE `, c, n.table)+fmt.Sprintf(beginning, c))
			}
		}
	}
	err = d.read.query(ctx, strings.Join(queries, " UNION "), []any{prefix, afterAll(prefix)}, func(scan scan) error {
		var member string
		err := scan(&member)
		members = append(members, game.Player(member))
		return err
	})
	return members, err
}

// settlePause is how long is waited before it is looked again whether transactions have ended.
const settlePause = 20 * time.Millisecond

// settle waits for the transactions that have changed or may change the tables now. Whoever
// has one that is not among them has seen all that was stored before, for PostgreSQL locks
// a table before it looks at what is visible there.
func (d *database) settle(ctx context.Context) error {
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
	err = d.read.query(ctx, d.writers, nil, func(scan scan) error {
		var id string
		err := scan(&id)
		ids = append(ids, id)
		return err
	})
	return ids, err
}
