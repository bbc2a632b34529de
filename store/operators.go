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

// Operators reads and counts what is stored, for operators.
type Operators interface {
	// CountRunning returns the number of running games.
	CountRunning(ctx context.Context) (int, error)

	// Check fails if the store cannot be written now.
	Check(ctx context.Context) error

	// Time returns the time of the database server, or false if only one process uses the store.
	Time(ctx context.Context) (now time.Time, ok bool, err error)

	// EachRunning calls found for each running game, in the order of places. For an unreadable game, found
	// gets only its id and place, with an error.
	EachRunning(ctx context.Context, found func(game.Game, error) error) error

	// CountData counts what is stored about a person or, if name ends with a slash, about all places and
	// people whose names begin with it.
	CountData(ctx context.Context, name string) (DataCount, error)

	// People returns all people who are named anywhere and whose names begin with prefix.
	People(ctx context.Context, prefix string) ([]game.Player, error)

	// CheckRatings recomputes all ratings from the logs. It counts the stored ratings, and those that
	// are wrong or missing. While games end, it may count correct ratings as wrong.
	CheckRatings(ctx context.Context) (kept, wrong int, err error)

	// Size returns the size of the database in bytes.
	Size(ctx context.Context) (bytes int64, err error)

	// OverdueMessages counts the messages that should have been drawn again by now.
	OverdueMessages(ctx context.Context, now time.Time) (slots int, err error)
}

// DataCount says how much is stored about a name, see [Operators].
type DataCount struct {
	Games int // games in these places, or games that name the person
	Rows  int // rows of all tables that hold the name, except tombstones
}

var errInMemory = errors.New("the games are only in the memory of the running process")

func (d *database) EachRunning(ctx context.Context, found func(game.Game, error) error) error {
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

func (d *database) CountRunning(ctx context.Context) (int, error) {
	return one[int](ctx, d.read, `SELECT COUNT(*) FROM rooms WHERE running = 1`)
}

func (d *database) Check(ctx context.Context) error {
	const heartbeat = `INSERT INTO heartbeat (id, at) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET at = excluded.at`
	_, err := d.change(ctx, heartbeat, time.Now().UnixMilli())
	return err
}

func (d *database) Time(ctx context.Context) (now time.Time, ok bool, err error) {
	if !d.shared {
		return time.Time{}, false, nil
	}
	now, err = one[time.Time](ctx, d.read, `SELECT clock_timestamp()`)
	return now, err == nil, err
}

func (d *database) Size(ctx context.Context) (int64, error) {
	return one[int64](ctx, d.read, d.sizeQuery)
}

func (d *database) OverdueMessages(ctx context.Context, now time.Time) (n int, err error) {
	const query = `SELECT place, version, doc FROM rooms WHERE due <= $1`
	err = d.eachRoom(ctx, query, []any{now.UnixMilli()}, func(r game.Room) error {
		for _, s := range r.Slots {
			if s.Pending() && s.Redraw > 0 && s.Redraw <= now.UnixMilli() {
				n++
			}
		}
		return nil
	})
	return n, err
}

func (d *database) eachRoom(ctx context.Context, query string, args []any, do func(game.Room) error) error {
	return d.read.query(ctx, query, args, func(scan scan) error {
		room, err := scanRoom(scan)
		if err != nil {
			return err
		}
		return do(room)
	})
}

// nameColumns lists the columns that hold names of places or tenants, and of people.
var nameColumns = []struct {
	table          string
	places, people []string
}{
	{"rooms", []string{"place"}, nil},
	{"games", []string{"place"}, nil},
	{"seats", []string{"place"}, []string{"player"}},
	{"votes", []string{"place"}, []string{"voter"}},
	{"kept", []string{"list"}, []string{"player"}},
	{"solvers", []string{"place"}, []string{"player"}},
	{"finished", []string{"tenant"}, []string{"black", "white"}},
	{"records", []string{"tenant"}, []string{"player", "against"}},
	{"ratings", []string{"tenant"}, []string{"player"}},
	{"tenants", []string{"tenant"}, nil},
}

// nameCondition is true for the names from $1 to its prefixEnd $2.
const nameCondition = `%[1]s >= $1 AND %[1]s < $2`

func (d *database) CountData(ctx context.Context, name string) (left DataCount, err error) {
	games := fmt.Sprintf(`(SELECT COUNT(*) FROM rooms WHERE running = 1 AND `+nameCondition+`)`, "place") + " + " + countedRows("games", "place")
	if !strings.HasSuffix(name, "/") {
		games = countedRows("seats", "player")
	}
	var rows []string
	for _, n := range nameColumns {
		rows = append(rows, countedRows(n.table, slices.Concat(n.places, n.people)...))
	}
	query := fmt.Sprintf(`SELECT %s, %s`, games, strings.Join(rows, " + "))
	err = d.read.query(ctx, query, []any{name, prefixEnd(name)}, func(scan scan) error { return scan(&left.Games, &left.Rows) })
	return left, err
}

// countedRows counts the rows that have the name in one of the columns.
func countedRows(table string, columns ...string) string {
	var conditions []string
	for _, c := range columns {
		conditions = append(conditions, fmt.Sprintf(nameCondition, c))
	}
	return fmt.Sprintf(`(SELECT COUNT(*) FROM %s WHERE %s)`, table, strings.Join(conditions, " OR "))
}

func (d *database) People(ctx context.Context, prefix string) (members []game.Player, err error) {
	var queries []string
	for _, n := range nameColumns {
		for _, c := range n.people {
			queries = append(queries, fmt.Sprintf(`SELECT %[1]s FROM %[2]s WHERE `+nameCondition, c, n.table))
		}
	}
	return column[game.Player](ctx, d.read, strings.Join(queries, " UNION "), prefix, prefixEnd(prefix))
}
