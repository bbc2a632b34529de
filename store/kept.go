package store

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"othellobot/game"
	"othellobot/people"
)

// Kept returns everything that is stored about a person.
func (o Operators) Kept(ctx context.Context, p game.Player) (people.Kept, error) {
	defer limitTime(&ctx, o.db.limits.Search)()
	tables, games := make(map[string][]people.Row), []game.Game(nil)
	forgetting := nameTable{"tombstones", nil, nil, []string{"prefix", "loss", "since", "confirm", "confirmed", "due"}, `prefix = 'person:' || CAST($1 AS TEXT) || '/'`}
	for _, t := range append(slices.Clip(nameColumns), forgetting) {
		if len(t.people) > 0 {
			t.names = strings.Join(t.people, ` = $1 OR `) + ` = $1`
		}
		if t.names == "" {
			continue
		}
		columns := slices.Concat(t.people, t.places, t.rest)
		query := fmt.Sprintf(`SELECT %[1]s FROM %[2]s WHERE %[3]s ORDER BY %[1]s`, strings.Join(columns, ", "), t.table, t.names)
		err := o.db.read.query(ctx, query, []any{string(p)}, func(scan scan) error {
			row, err := scanRow(scan, columns)
			at, _ := row["place"].(string)
			text, _ := row["doc"].(string)
			switch t.table {
			case "rooms":
				rows, named := gamesWith(p, game.Place(at), text)
				tables["rooms"], games = append(tables["rooms"], rows...), append(games, named...)
				return err
			case "games":
				id, _ := game.ParseID(fmt.Sprint(row["id"]))
				if past := game.ReadPast(id, game.Place(at), []byte(text)); past.Err == nil {
					games = append(games, past.Game)
				}
			}
			if text != "" {
				row["doc"] = parseDoc(text)
			}
			tables[t.table] = append(tables[t.table], row)
			return err
		})
		if err != nil {
			return people.Kept{}, err
		}
	}
	return people.NewKept(p, tables, games), nil
}

func scanRow(scan scan, columns []string) (people.Row, error) {
	row, values, into := make(people.Row), make([]any, len(columns)), make([]any, len(columns))
	for i := range values {
		into[i] = &values[i]
	}
	err := scan(into...)
	for i, c := range columns {
		row[c] = values[i]
		if id, ok := values[i].(int64); ok && (c == "game" || c == "id") {
			row[c] = game.ID(id).String()
		}
	}
	return row, err
}

// gamesWith returns the games of a room that name a player. Their rows omit what players must not know of a running
// game: a coach's level, and the best moves. A room that is not JSON becomes a row without a document.
func gamesWith(p game.Player, at game.Place, text string) (rows []people.Row, games []game.Game) {
	for g := range game.ReadRoom(at, 1, []byte(text)).Games() {
		if slices.Contains(g.Players(), p) {
			games = append(games, *g)
		}
	}
	var room struct{ Games []json.RawMessage }
	if json.Unmarshal([]byte(text), &room) != nil {
		room.Games = []json.RawMessage{[]byte(text)}
	}
	for _, text := range room.Games {
		doc := parseDoc(string(text))
		if doc["phase"] != "over" {
			delete(doc, "level")
			vote, _ := doc["vote"].(map[string]any)
			delete(vote, "best")
		}
		if game.Mentions(text, p) {
			rows = append(rows, people.Row{"place": string(at), "doc": doc})
		}
	}
	return rows, games
}

// parseDoc returns nil if the text is not JSON.
func parseDoc(text string) (doc people.Row) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber() // large numbers stay exact
	_ = d.Decode(&doc)
	return doc
}
