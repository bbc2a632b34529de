package people

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"othellobot/game"
)

// Kept holds everything that a store keeps about one person. Other people are called player 1, player 2 and
// so on, because their ids are not the person's data.
type Kept struct {
	About  string           `json:"about"` // an explanation for readers
	Player game.Player      `json:"player"`
	Tables map[string][]Row `json:"kept"` // by the name of the table
	Games  []game.Game      `json:"-"`    // the readable games that name the person, oldest first
	names  map[game.Player]string
}

// Row is a row of a table, or one game of a room. Documents are parsed JSON.
type Row = map[string]any

const about = "Everything that this bot keeps about one person, by table. Times are in Unix milliseconds; squares count from a1 = 0 to h8 = 63. Other people are player 1, player 2 and so on."

// NewKept returns what is kept about a person, and hides the names of all other people in the tables.
func NewKept(p game.Player, tables map[string][]Row, games []game.Game) Kept {
	slices.SortFunc(games, func(x, y game.Game) int { return cmp.Or(cmp.Compare(x.At, y.At), cmp.Compare(x.ID, y.ID)) })
	games = slices.CompactFunc(games, func(x, y game.Game) bool { return x.ID == y.ID }) // a room may hold a past game, too
	k := Kept{about, p, tables, games, make(map[game.Player]string)}
	for _, table := range slices.Sorted(maps.Keys(tables)) {
		for _, row := range tables[table] {
			k.hide(row)
		}
	}
	return k
}

// Name returns what a player is called in k.
func (k Kept) Name(p game.Player) string {
	if guest := p.GuestName(); guest != "" {
		return guest
	}
	if p == k.Player || strings.Count(string(p), "/") != 2 || strings.HasSuffix(string(p), "/") { // not the id of another user
		return string(p)
	}
	if k.names[p] == "" {
		k.names[p] = fmt.Sprintf("player %d", len(k.names)+1)
	}
	return k.names[p]
}

func (k Kept) hide(value any) any {
	switch v := value.(type) {
	case string:
		return k.Name(game.Player(v))
	case []any:
		for i := range v {
			v[i] = k.hide(v[i])
		}
	case Row:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			v[key] = k.hide(v[key])
		}
	}
	return value
}

// JSON returns k as indented JSON.
func (k Kept) JSON() ([]byte, error) { return json.MarshalIndent(k, "", "\t") }
