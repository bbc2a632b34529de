package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"math"

	"github.com/pressly/goose/v3"
)

// slotsTable has the messages of games: the columns are the fields of
// [game.Slot]; retired is its Former. Who draws what is
// behind looks for redraw.
const slotsTable = `
CREATE TABLE slots (
	game    BIGINT NOT NULL,
	slot    TEXT   NOT NULL,
	post    BIGINT NOT NULL,
	want    BIGINT NOT NULL,
	shown   BIGINT NOT NULL,
	ref     TEXT   NOT NULL,
	state   BIGINT NOT NULL, -- 0 current, 1 sending, 2 behind, 3 blind, 4 dormant, 5 gone
	tries   BIGINT NOT NULL,
	redraw  BIGINT NOT NULL, -- 0 for never
	retired TEXT   NOT NULL,
	PRIMARY KEY (game, slot)
)`

// clusteredDeliveries makes the table of deliveries anew, in the order of its key:
// with what belongs to one of them on one page, a move writes fewer.
var clusteredDeliveries = []string{
	`CREATE TABLE clustered (
		id      TEXT   NOT NULL PRIMARY KEY,
		at      BIGINT NOT NULL,
		game    BIGINT NOT NULL,
		version BIGINT NOT NULL
	)` + withoutRowid,
	`INSERT INTO clustered SELECT id, at, game, version FROM deliveries`,
	`DROP TABLE deliveries`,
	`ALTER TABLE clustered RENAME TO deliveries`,
	`CREATE INDEX deliveries_at ON deliveries (at)`,
}

// withoutRowid has SQLite keep a table in the order of its key
// (https://www.sqlite.org/withoutrowid.html).
const withoutRowid = ` WITHOUT ROWID`

// moveMessagesIn is the second version of the schema: the messages that show games,
// once a JSON text of each game, become slots.
func moveMessagesIn(dialect goose.Dialect) func(context.Context, *sql.Tx) error {
	statements := []string{slotsTable}
	if dialect == goose.DialectSQLite3 {
		statements = append([]string{slotsTable + withoutRowid}, clusteredDeliveries...)
	}
	statements = append(statements, `CREATE INDEX slots_redraw ON slots (redraw) WHERE redraw > 0`)
	return func(ctx context.Context, tx *sql.Tx) error { return moveMessages(ctx, tx, statements) }
}

func moveMessages(ctx context.Context, tx *sql.Tx, statements []string) error {
	for _, statement := range statements {
		if _, err := tx.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	insert, err := tx.PrepareContext(ctx, `
		INSERT INTO slots (game, slot, post, want, shown, ref, state, tries, redraw, retired)
		VALUES ($1, $2, $3, $3, $3, $4, 0, 0, 0, '')
		ON CONFLICT DO NOTHING`)
	if err != nil {
		return err
	}
	defer insert.Close()
	for from := int64(math.MinInt64); ; {
		games, err := gamesWithMessages(ctx, tx, from)
		if err != nil {
			return err
		}
		for _, g := range games {
			for _, m := range g.messages() {
				if _, err := insert.ExecContext(ctx, g.id, m.Slot, max(m.Version, 1), m.Ref); err != nil {
					return err
				}
			}
		}
		if len(games) < migrationPage {
			break
		}
		from = games[len(games)-1].id + 1
	}
	_, err = tx.ExecContext(ctx, `ALTER TABLE games DROP COLUMN messages`)
	return err
}

// migrationPage is how many games are moved at a time.
const migrationPage = 1000

// gameWithMessages is a game of the first version of the schema.
type gameWithMessages struct {
	id   int64
	text string
}

type message struct {
	Slot    string `json:"slot"`
	Version int64  `json:"version"`
	Ref     string `json:"ref"`
}

// messages are those that show the game, none if they cannot be read: the next
// message is a new one then.
func (g gameWithMessages) messages() []message {
	var found struct {
		Shown []message `json:"shown"`
	}
	if err := json.Unmarshal([]byte(g.text), &found); err != nil {
		return nil
	}
	return found.Shown
}

func gamesWithMessages(ctx context.Context, tx *sql.Tx, from int64) ([]gameWithMessages, error) {
	found, err := tx.QueryContext(ctx, `SELECT id, messages FROM games WHERE id >= $1 AND messages <> '{}' ORDER BY id LIMIT $2`, from, migrationPage)
	if err != nil {
		return nil, err
	}
	defer found.Close()
	var games []gameWithMessages
	err = each(found, func(scan scan) error {
		var g gameWithMessages
		err := scan(&g.id, &g.text)
		games = append(games, g)
		return err
	})
	return games, err
}
