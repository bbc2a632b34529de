package people

import (
	"cmp"
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
	Games  []game.Game      `json:"-"`    // the readable games that name the person, oldest first
	names  map[game.Player]string
}

// Row is a row of a table, or one game or request of a room. Documents are parsed JSON.
type Row map[string]any

// NewKept returns what is kept about a person, and hides the names of all other people in others, in the
// tables and in the games.
func NewKept(p game.Player, tables map[string][]Row, games []game.Game, others []game.Player) Kept {
	slices.SortFunc(games, func(x, y game.Game) int { return cmp.Or(cmp.Compare(x.At, y.At), cmp.Compare(x.ID, y.ID)) })
	games = slices.CompactFunc(games, func(x, y game.Game) bool { return x.ID == y.ID }) // a room may hold a past game, too
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

// Span returns the first and the last time in rows, or zero times.
func Span(rows []Row) (first, last time.Time) {
	for _, row := range rows {
		at, ok := row.at()
		if ok && (first.IsZero() || at.Before(first)) {
			first = at
		}
		if ok && at.After(last) {
			last = at
		}
	}
	return first, last
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
