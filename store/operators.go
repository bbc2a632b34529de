package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"othellobot/game"
)

// Operators look at what is stored, and count it. A store in memory fails each of these calls.
type Operators interface {
	// Running calls found for each game that is being played, place by place. A game that
	// cannot be read has an id and a place only, and comes with the reason.
	Running(ctx context.Context, found func(game.Game, error) error) error

	// Left counts what is stored of a person, or of the places and people whose names begin
	// with a prefix that ends with a slash.
	Left(ctx context.Context, name string) (Left, error)

	// Members are the people whose names begin with a prefix and who are named anywhere.
	Members(ctx context.Context, prefix string) ([]game.Player, error)

	// Settle waits until everything has ended that was being stored when it began: what was
	// refused since then cannot come any more.
	Settle(ctx context.Context) error

	// CheckRatings folds the log of every tenant again, and counts the ratings that are kept,
	// and those of them that are not what the log comes to. While games end, it may find some
	// wrong that are not.
	CheckRatings(ctx context.Context) (kept, wrong int, err error)

	// Size is how large the database is, in bytes.
	Size(ctx context.Context) (bytes int64, err error)

	// Behind counts the messages that should have been drawn again by now.
	Behind(ctx context.Context, now time.Time) (slots int, err error)
}

var errInMemory = errors.New("games are kept in memory only, which nobody else can look into")

// unlooked is the [Operators] of what is in memory.
type unlooked struct{}

func (unlooked) Running(context.Context, func(game.Game, error) error) error { return errInMemory }

func (unlooked) Left(context.Context, string) (Left, error) { return Left{}, errInMemory }

func (unlooked) Members(context.Context, string) ([]game.Player, error) { return nil, errInMemory }

func (unlooked) Settle(context.Context) error { return errInMemory }

func (unlooked) CheckRatings(context.Context) (int, int, error) { return 0, 0, errInMemory }

func (unlooked) Size(context.Context) (int64, error) { return 0, errInMemory }

func (unlooked) Behind(context.Context, time.Time) (int, error) { return 0, errInMemory }

// Running implements [Operators].
func (d *database) Running(ctx context.Context, found func(game.Game, error) error) error {
	const query = `SELECT place, version, doc FROM rooms WHERE running = 1 ORDER BY place`
	return d.eachRoom(ctx, query, nil, func(r game.Room) error {
		if r.Active != nil {
			return found(*r.Active, nil)
		}
		g := game.Game{Place: r.Place}
		if len(r.Unreadable) > 0 {
			g.ID = r.Unreadable[0]
		}
		return found(g, fmt.Errorf("the game in %s cannot be read", r.Place))
	})
}

// Size implements [Operators].
func (d *database) Size(ctx context.Context) (n int64, err error) {
	err = d.read.query(ctx, d.sizeQuery, nil, func(scan scan) error { return scan(&n) })
	return n, err
}

// Behind implements [Operators].
func (d *database) Behind(ctx context.Context, now time.Time) (n int, err error) {
	const query = `SELECT place, version, doc FROM rooms WHERE due <= $1`
	err = d.eachRoom(ctx, query, []any{now.UnixMilli()}, func(r game.Room) error {
		for _, s := range r.Slots {
			if s.Undrawn() && s.Redraw > 0 && s.Redraw <= now.UnixMilli() {
				n++
			}
		}
		return nil
	})
	return n, err
}

// eachRoom calls do for each room that a query gives.
func (d *database) eachRoom(ctx context.Context, query string, args []any, do func(game.Room) error) error {
	return d.read.query(ctx, query, args, func(scan scan) error {
		var at game.Place
		var version int64
		var doc []byte
		if err := scan(&at, &version, &doc); err != nil {
			return err
		}
		return do(game.ReadRoom(at, uint32(version), doc))
	})
}

var (
	// naming are the columns that hold names of places, tenants and people.
	naming = []struct {
		table   string
		columns []string
	}{
		{"rooms", []string{"place"}},
		{"games", []string{"place"}},
		{"seats", []string{"player", "place"}},
		{"votes", []string{"voter", "place"}},
		{"puzzlers", []string{"player", "place", "former_place"}},
		{"people", []string{"player", "list"}},
		{"exercises", []string{"player", "place"}},
		{"finished", []string{"tenant", "black", "white"}},
		{"records", []string{"tenant", "player", "against"}},
		{"ratings", []string{"tenant", "player"}},
		{"tenants", []string{"tenant"}},
	}
	// peopleIn are those of them that hold names of people.
	peopleIn = []string{"player", "voter", "black", "white", "against"}
)

func isPeople(column string) bool { return slices.Contains(peopleIn, column) }

// beginning is the condition that the name in a column is, or begins with, another one.
const beginning = `%[1]s >= $1 AND %[1]s < $2`

// Left implements [Operators].
func (d *database) Left(ctx context.Context, name string) (left Left, err error) {
	games := fmt.Sprintf(`(SELECT COUNT(*) FROM rooms WHERE running = 1 AND `+beginning+`)`, "place") + " + " + countedRows("games", "place")
	if !strings.HasSuffix(name, "/") {
		games = countedRows("seats", "player")
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

// settlePause is the pause between two looks at running transactions.
const settlePause = 20 * time.Millisecond

// Settle implements [Operators]: it waits for the transactions that have changed or may change
// the tables now. Any other one has seen all that was stored before, for PostgreSQL locks a table
// before it looks at what is visible there.
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
