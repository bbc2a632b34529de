package sim

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"othellobot/game"
)

// puzzler implements [game.Store.Puzzler].
func (d *database) puzzler(p game.Player, grade uint8) game.Puzzler {
	if found, ok := d.puzzlers[puzzlerKey{p, grade}]; ok {
		return found
	}
	return game.Puzzler{Player: p, Grade: grade}
}

// keepPuzzler implements [game.Store.KeepPuzzler]. It calls then before the transaction
// ends.
func (d *database) keepPuzzler(p game.Puzzler, then func()) error {
	return d.transact(false, func() error {
		key := puzzlerKey{p.Player, p.Grade}
		if d.puzzlers[key].Version != p.Version-1 {
			return game.ErrStale
		}
		if slices.ContainsFunc(p.Names(), d.condemned) {
			return game.ErrCondemned
		}
		set(d, d.puzzlers, key, p)
		then()
		return nil
	})
}

// solvers implements [game.Store.Solvers].
func (d *database) solvers(at game.Place, grade uint8, number, most int) (found []game.Solver) {
	for _, p := range d.puzzlers {
		switch {
		case p.Grade != grade || at == "":
		case p.Solved && p.Number == number && p.Where == at:
			found = append(found, game.Solver{Player: p.Player, Wrong: p.Wrong.Len()})
		case p.Former.Number == number && p.Former.Where == at:
			found = append(found, game.Solver{Player: p.Player, Wrong: p.Former.Wrong})
		}
	}
	slices.SortFunc(found, func(a, b game.Solver) int {
		return cmp.Or(cmp.Compare(a.Wrong, b.Wrong), cmp.Compare(a.Player, b.Player))
	})
	return found[:min(most, len(found))]
}

// wantsPuzzles reports whether a place has a daily puzzle.
func (d *database) wantsPuzzles() bool {
	for _, p := range d.places {
		if p.daily.due > 0 {
			return true
		}
	}
	return false
}

// dueDailies implements [game.Store.DueDailies].
func (d *database) dueDailies(now, until time.Time, most int, prefixes []string) (taken []game.DueDaily) {
	_ = d.transact(false, func() error {
		var due []game.Place
		for at, p := range d.places {
			if p.daily.due > 0 && p.daily.due <= now.UnixMilli() && within(at, prefixes) {
				due = append(due, at)
			}
		}
		slices.SortFunc(due, func(a, b game.Place) int {
			if x, y := d.places[a].daily.taken, d.places[b].daily.taken; x != y {
				if x {
					return -1
				}
				return 1
			}
			return cmp.Or(cmp.Compare(d.places[a].daily.due, d.places[b].daily.due), cmp.Compare(a, b))
		})
		name := strings.Join(slices.Sorted(slices.Values(prefixes)), " ")
		n, free := game.Paced(d.paces[name], now, min(most, len(due)))
		if n == 0 || len(due) == 0 {
			return nil
		}
		set(d, d.paces, name, free)
		for _, at := range due[:n] {
			p := d.places[at]
			taken = append(taken, game.DueDaily{Place: at, Daily: p.settings.Daily, Posted: p.daily.posted, Asked: p.daily.asked, Again: p.daily.taken})
			p.daily.due, p.daily.taken = until.UnixMilli(), true
			set(d, d.places, at, p)
		}
		return nil
	})
	return taken
}

// posted implements [game.Store.Posted].
func (d *database) posted(posted game.Posted) (noted bool) {
	_ = d.transact(false, func() error {
		p, known := d.places[posted.Place]
		if noted = known && p.daily.posted <= posted.Day; !noted {
			return nil
		}
		p.daily.posted, p.daily.taken, p.touched = posted.Day, false, posted.Now.UnixMilli()
		if p.settings.Daily == posted.Daily {
			p.daily.due = posted.Next
		}
		set(d, d.places, posted.Place, p)
		return nil
	})
	return noted
}

// asked implements [game.Store.Asked].
func (d *database) asked(at game.Place, day game.Day) {
	_ = d.transact(false, func() error {
		if p, known := d.places[at]; known && p.daily.asked < day {
			p.daily.asked = day
			set(d, d.places, at, p)
		}
		return nil
	})
}

// lastPosted implements [game.Store.LastPosted].
func (d *database) lastPosted(t game.Tenant) (last game.Day) {
	for at, p := range d.places {
		if at.Tenant() == t {
			last = max(last, p.daily.posted)
		}
	}
	return last
}

// endedIn implements [game.Store.Ended].
func (d *database) endedIn(at game.Place, from, to time.Time, most int) (games []game.Game) {
	for id, r := range d.games {
		over := (r.stage == last || r.stage == past) && r.ended >= from.UnixMilli() && r.ended < to.UnixMilli()
		if g, err := d.read(id); over && strings.HasPrefix(string(r.place), string(at)) && err == nil {
			games = append(games, g)
		}
	}
	slices.SortFunc(games, func(a, b game.Game) int { return cmp.Or(cmp.Compare(b.At, a.At), cmp.Compare(a.ID, b.ID)) })
	return games[:min(most, len(games))]
}
