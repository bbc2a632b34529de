package store

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"othellobot/game"
	"othellobot/people"
)

const (
	keptRooms  = `SELECT place, doc FROM rooms WHERE place IN (SELECT place FROM seats WHERE player = $1) ORDER BY place`
	keptGames  = `SELECT place, id, ended, doc FROM games WHERE id IN (SELECT game FROM seats WHERE player = $1) ORDER BY ended, id`
	keptMarks  = `SELECT prefix, loss, since, confirm, confirmed, due FROM tombstones WHERE prefix = $1`
	playedWith = `SELECT DISTINCT player FROM seats WHERE game IN (SELECT game FROM seats WHERE player = $1)`
)

// Kept returns everything that is stored about a person: the rows of nameColumns, and the games in documents.
func (o Operators) Kept(ctx context.Context, p game.Player) (people.Kept, error) {
	defer limitTime(&ctx, o.db.limits.Search)()
	k := keeper{reader: o.db.read, player: p, tables: make(map[string][]people.Row)}
	for _, t := range nameColumns {
		if len(t.people) == 0 {
			continue
		}
		columns := slices.Concat(t.people, t.places, t.rest)
		list := strings.Join(columns, ", ")
		query := fmt.Sprintf(`SELECT %[1]s FROM %[2]s WHERE %[3]s = $1 ORDER BY %[1]s`, list, t.table, strings.Join(t.people, " = $1 OR "))
		for _, row := range k.rows(ctx, query, string(p), columns...) {
			for _, c := range t.people {
				k.others = append(k.others, game.Player(fmt.Sprint(row[c])))
			}
			k.add(t.table, row)
		}
	}
	for _, row := range k.rows(ctx, keptRooms, string(p), "place", "doc") {
		k.addRoom(row)
	}
	if k.err == nil {
		k.err = k.addRequests(ctx, o.db)
	}
	for _, row := range k.rows(ctx, keptGames, string(p), "place", "id", "ended", "doc") {
		k.addPast(row)
	}
	for _, row := range k.rows(ctx, keptMarks, game.PersonTombstone(p, time.Time{}).Prefix, "prefix", "loss", "since", "confirm", "confirmed", "due") {
		k.add("tombstones", row)
	}
	for _, row := range k.rows(ctx, playedWith, string(p), "player") {
		k.others = append(k.others, game.Player(fmt.Sprint(row["player"])))
	}
	return people.NewKept(p, k.tables, k.games, k.others), k.err
}

// keeper collects what is kept about a player.
type keeper struct {
	reader
	player game.Player
	tables map[string][]people.Row
	games  []game.Game
	others []game.Player
	err    error
}

// rows returns the rows of a query, with documents as texts.
func (k *keeper) rows(ctx context.Context, query, arg string, columns ...string) (rows []people.Row) {
	if k.err != nil {
		return nil
	}
	rows, k.err = queryRows(ctx, k.reader, query, []any{arg}, func(scan scan) (people.Row, error) {
		values, into := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			into[i] = &values[i]
		}
		err := scan(into...)
		row := make(people.Row)
		for i, c := range columns {
			row[c] = values[i]
			if id, ok := values[i].(int64); ok && (c == "game" || c == "id") {
				row[c] = game.ID(id).String()
			}
		}
		return row, err
	})
	return rows
}

// add adds a row and parses its document. A document that is not JSON becomes nil.
func (k *keeper) add(table string, row people.Row) {
	if text, ok := row["doc"].(string); ok {
		row["doc"] = parseJSON[map[string]any](text)
	}
	k.tables[table] = append(k.tables[table], row)
}

func parseJSON[T any](text string) (value T) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber() // large numbers stay exact
	_ = d.Decode(&value)
	return value
}

// addRoom adds the games of a room that name the player, or the room alone if its document cannot be read.
func (k *keeper) addRoom(row people.Row) {
	at, text := game.Place(fmt.Sprint(row["place"])), fmt.Sprint(row["doc"])
	room := game.ReadRoom(at, 1, []byte(text))
	for g := range room.Games() {
		if slices.Contains(g.Players(), k.player) {
			k.games = append(k.games, *g)
		}
	}
	doc := parseJSON[struct{ Games []json.RawMessage }](text)
	if doc.Games == nil && strings.Contains(text, string(k.player)) {
		k.add("rooms", people.Row{"place": row["place"], "doc": nil})
	}
	for _, text := range doc.Games {
		if game.Mentions(text, k.player) {
			k.add("rooms", people.Row{"place": row["place"], "doc": withoutSecrets(parseJSON[map[string]any](string(text)))})
		}
	}
}

// withoutSecrets removes what players must not know of a running game: a coach's level, and the best moves.
func withoutSecrets(doc map[string]any) map[string]any {
	if doc["phase"] != "over" {
		delete(doc, "level")
		if vote, ok := doc["vote"].(map[string]any); ok {
			delete(vote, "best")
		}
	}
	return doc
}

func (k *keeper) addRequests(ctx context.Context, d *database) error {
	mark := game.AskerMark(k.player)
	return d.read.query(ctx, d.roomsAsked(), []any{mark, int64(math.MaxInt64)}, func(scan scan) error {
		var place, doc string
		var version, matches int64
		err := scan(&place, &version, &doc, &matches)
		for _, c := range parseJSON[struct{ Consents []map[string]any }](doc).Consents {
			if c["asker"] == mark {
				k.add("rooms", people.Row{"place": place, "request": c})
			}
		}
		return err
	})
}

func (k *keeper) addPast(row people.Row) {
	id, _ := game.ParseID(fmt.Sprint(row["id"]))
	past := game.ReadPast(id, game.Place(fmt.Sprint(row["place"])), []byte(fmt.Sprint(row["doc"])))
	if past.Err == nil {
		k.games = append(k.games, past.Game)
	}
	k.add("games", row)
}
