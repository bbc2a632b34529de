package store

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"othellobot/game"
)

// Operators reads and counts what is stored, for operators.
type Operators struct{ db *database }

// DataCount says how much is stored about a name, see [Operators.CountData].
type DataCount struct {
	Games int // games in these places, or games that name the person
	Rows  int // rows with the name in the tables of games and people
}

// EachRunning calls found for each running game, sorted by place, until found fails. For an unreadable game,
// found gets only its id and place, with an error.
func (o Operators) EachRunning(ctx context.Context, found func(game.Game, error) error) error {
	const query = `SELECT place, version, doc FROM rooms WHERE running = 1 ORDER BY place`
	return o.db.eachRoom(ctx, query, nil, func(r game.Room) error {
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

// CountRunning returns the number of running games.
func (o Operators) CountRunning(ctx context.Context) (int, error) {
	return one[int](ctx, o.db.read, `SELECT COUNT(*) FROM rooms WHERE running = 1`)
}

// placesPerQuery is the number of places in each query of Versions. It is constant, so that the server plans
// the query once.
const placesPerQuery = 100

var versionsOf = func() string {
	numbers := make([]string, placesPerQuery)
	for i := range numbers {
		numbers[i] = fmt.Sprintf("$%d", i+1)
	}
	return `SELECT place, version FROM rooms WHERE place IN (` + strings.Join(numbers, ", ") + `)`
}()

// Versions returns the versions of the rooms of places. Places without a room are left out.
func (o Operators) Versions(ctx context.Context, places []game.Place) (map[game.Place]int64, error) {
	defer limitTime(&ctx, o.db.limits.Search)()
	found := make(map[game.Place]int64, len(places))
	for part := range slices.Chunk(places, placesPerQuery) {
		args := make([]any, placesPerQuery)
		for i := range args {
			args[i] = string(part[min(i, len(part)-1)])
		}
		err := o.db.read.query(ctx, versionsOf, args, func(scan scan) error {
			var at game.Place
			var version int64
			err := scan(&at, &version)
			found[at] = version
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return found, nil
}

// Check fails if the store cannot be written now.
func (o Operators) Check(ctx context.Context) error {
	const heartbeat = `INSERT INTO heartbeat (id, at) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET at = excluded.at`
	_, err := o.db.change(ctx, heartbeat, time.Now().UnixMilli())
	return err
}

// Time returns the time of the database server, or false if there is no server.
func (o Operators) Time(ctx context.Context) (now time.Time, ok bool, err error) {
	if !o.db.shared {
		return time.Time{}, false, nil
	}
	now, err = one[time.Time](ctx, o.db.read, `SELECT clock_timestamp()`)
	return now, err == nil, err
}

// Size returns the size of the database in bytes.
func (o Operators) Size(ctx context.Context) (int64, error) {
	return one[int64](ctx, o.db.read, o.db.sizeQuery)
}

// OverdueMessages counts the messages that should have been drawn again by now.
func (o Operators) OverdueMessages(ctx context.Context, now time.Time) (n int, err error) {
	const query = `SELECT place, version, doc FROM rooms WHERE due <= $1`
	err = o.db.eachRoom(ctx, query, []any{now.UnixMilli()}, func(r game.Room) error {
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

var nameColumns = []struct {
	table          string
	places, people []string // columns with names
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

// CountData counts what is stored about a person or, if name ends with a slash, about all places and
// people whose names begin with it.
func (o Operators) CountData(ctx context.Context, name string) (left DataCount, err error) {
	games := fmt.Sprintf(`(SELECT COUNT(*) FROM rooms WHERE running = 1 AND `+nameCondition+`)`, "place") + " + " + countedRows("games", "place")
	if !strings.HasSuffix(name, "/") {
		games = countedRows("seats", "player")
	}
	var rows []string
	for _, n := range nameColumns {
		rows = append(rows, countedRows(n.table, slices.Concat(n.places, n.people)...))
	}
	query := fmt.Sprintf(`SELECT %s, %s`, games, strings.Join(rows, " + "))
	err = o.db.read.query(ctx, query, []any{name, prefixEnd(name)}, func(scan scan) error { return scan(&left.Games, &left.Rows) })
	return left, err
}

func countedRows(table string, columns ...string) string {
	var conditions []string
	for _, c := range columns {
		conditions = append(conditions, fmt.Sprintf(nameCondition, c))
	}
	return fmt.Sprintf(`(SELECT COUNT(*) FROM %s WHERE %s)`, table, strings.Join(conditions, " OR "))
}

// People returns the stored people whose names begin with prefix, which must end with a slash.
func (o Operators) People(ctx context.Context, prefix string) (members []game.Player, err error) {
	var queries []string
	for _, n := range nameColumns {
		for _, c := range n.people {
			queries = append(queries, fmt.Sprintf(`SELECT %[1]s FROM %[2]s WHERE `+nameCondition, c, n.table))
		}
	}
	return column[game.Player](ctx, o.db.read, strings.Join(queries, " UNION "), prefix, prefixEnd(prefix))
}
