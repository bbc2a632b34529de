package storetest

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"othellobot/game"
	"othellobot/people"
)

// Census holds all rows of a database, read without package store.
type Census struct{ rows []censusRow }

type censusRow struct {
	table  string
	fields map[string]any
	text   string
	broken bool // the text is not JSON, so that nobody can say whose parts are whose
}

// Tally holds what names a person: the number of their names, by table and key.
type Tally map[string]int

// NewCensus reads all tables that columns lists, as pairs of a table and a column.
func NewCensus(db *sql.DB, columns string) (c Census, err error) {
	tables := make(map[string]bool)
	found, err := db.Query(columns)
	if err != nil {
		return c, err
	}
	for found.Next() {
		var table, column string
		if err := found.Scan(&table, &column); err != nil {
			return c, err
		}
		tables[table] = true
	}
	if err := found.Err(); err != nil {
		return c, err
	}
	for table := range tables {
		if err := c.read(db, table); err != nil {
			return c, err
		}
	}
	return c, nil
}

func (c *Census) read(db *sql.DB, table string) error {
	found, err := db.Query(`SELECT * FROM "` + table + `"`)
	if err != nil {
		return err
	}
	defer found.Close()
	columns, err := found.Columns()
	if err != nil {
		return err
	}
	for found.Next() {
		values, into := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			into[i] = &values[i]
		}
		if err := found.Scan(into...); err != nil {
			return err
		}
		row := censusRow{table: table, fields: make(map[string]any)}
		for i, column := range columns {
			if raw, ok := values[i].([]byte); ok {
				values[i] = string(raw)
			}
			if id, ok := values[i].(int64); ok && (column == "game" || column == "id") {
				values[i] = strconv.FormatUint(uint64(id), 36)
			}
			row.fields[column] = values[i]
			row.text += fmt.Sprintf("%v\n", values[i])
		}
		if table != "rooms" {
			c.rows = append(c.rows, row)
			continue
		}
		c.room(row)
	}
	return found.Err()
}

// room adds each game of a room as a row, and the rest of the room.
func (c *Census) room(row censusRow) {
	rest := row.text
	var doc struct{ Games []json.RawMessage }
	broken := json.Unmarshal([]byte(fmt.Sprint(row.fields["doc"])), &doc) != nil
	for _, part := range doc.Games {
		fields := map[string]any{"place": row.fields["place"]}
		var named struct{ ID json.RawMessage }
		if _ = json.Unmarshal(part, &named); named.ID != nil {
			fields["id"] = strings.Trim(string(named.ID), `"`)
		}
		c.rows = append(c.rows, censusRow{"rooms", fields, string(part), false})
		rest = strings.Replace(rest, string(part), "", 1)
	}
	c.rows = append(c.rows, censusRow{"rooms", map[string]any{"place": row.fields["place"]}, rest, broken})
}

// keyColumns are those columns that hold no name of a person.
var keyColumns = []string{"place", "tenant", "prefix", "game", "id", "turn", "kind", "grade", "number", "level"}

func keyOf(table string, fields map[string]any) string {
	for _, c := range keyColumns {
		if v := fields[c]; v != nil {
			table += fmt.Sprintf(" %s=%v", c, v)
		}
	}
	return table
}

func namesIn(p game.Player) *regexp.Regexp {
	return regexp.MustCompile(regexp.QuoteMeta(string(p)) + `\b`)
}

// Of returns what names a person.
func (c Census) Of(p game.Player) Tally {
	t, names := make(Tally), namesIn(p)
	for _, row := range c.rows {
		n := len(names.FindAllString(row.text, -1))
		if n == 0 {
			continue
		}
		if row.broken { // the export only says that there is such a row
			n = 0
		}
		t[keyOf(row.table, row.fields)] += n
	}
	return t
}

// TallyOf returns what names a person in their export.
func TallyOf(k people.Kept) Tally {
	t, names := make(Tally), namesIn(k.Player)
	for table, rows := range k.Tables {
		for _, row := range rows {
			text, err := json.Marshal(row)
			if err != nil {
				panic(err) // rows come from JSON
			}
			fields := map[string]any(row)
			if game, _ := row["doc"].(map[string]any); table == "rooms" {
				fields = map[string]any{"place": row["place"], "id": game["id"]}
			}
			t[keyOf(table, fields)] += len(names.FindAllString(string(text), -1))
		}
	}
	return t
}
