package people

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"othellobot/game"
)

// Kept holds everything that a store keeps about one person. Other people are called player 1, player 2 and
// so on, because their ids are not the person's data.
type Kept struct {
	Player game.Player      `json:"player"`
	Tables map[string][]Row `json:"kept"` // by the name of the table
	Games  []game.Game      `json:"-"`    // the readable games that name the person, by ID
	names  map[game.Player]string
}

// Row is a row of a table, or one game or request of a room. Documents are parsed JSON.
type Row map[string]any

// NewKept returns what is kept about a person, and hides the names of all other people in others, in the
// tables and in the games.
func NewKept(p game.Player, tables map[string][]Row, games []game.Game, others []game.Player) Kept {
	k := Kept{p, tables, games, make(map[game.Player]string)}
	for _, g := range games {
		others = append(others, g.Players()...)
	}
	for _, other := range slices.Compact(slices.Sorted(slices.Values(others))) {
		if other.Person() && other != p {
			k.names[other] = fmt.Sprintf("player %d", len(k.names)+1)
		}
	}
	for _, rows := range tables {
		for i := range rows {
			rows[i] = k.hide(map[string]any(rows[i])).(map[string]any)
		}
	}
	return k
}

// Name returns the name that stands for a player in k.
func (k Kept) Name(p game.Player) string {
	if name, other := k.names[p]; other {
		return name
	}
	return string(p)
}

func (k Kept) hide(value any) any {
	switch v := value.(type) {
	case string:
		return k.Name(game.Player(v))
	case []any:
		for i := range v {
			v[i] = k.hide(v[i])
		}
	case map[string]any:
		for key := range v {
			v[key] = k.hide(v[key])
		}
	}
	return value
}

// Span counts the rows of some tables, with the first and the last time in them; both are zero without any.
func (k Kept) Span(tables ...string) (n int, first, last time.Time) {
	for _, table := range tables {
		for _, row := range k.Tables[table] {
			n++
			at, ok := row.at()
			if !ok {
				continue
			}
			if first.IsZero() || at.Before(first) {
				first = at
			}
			if at.After(last) {
				last = at
			}
		}
	}
	return n, first, last
}

// at returns the first time in the row or its document.
func (r Row) at() (time.Time, bool) {
	doc, _ := r["doc"].(map[string]any)
	for _, fields := range []map[string]any{r, doc} {
		for _, name := range [...]string{"at", "ended", "touched", "since", "Ended"} { // in Unix milliseconds
			if at, err := strconv.ParseInt(fmt.Sprint(fields[name]), 10, 64); err == nil {
				return time.UnixMilli(at).UTC(), true
			}
		}
	}
	return time.Time{}, false
}
